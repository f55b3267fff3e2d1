export { words } from './en.json';
export { default as shared } from '../../../src/sikwu/words/en.json';

export { words } from './zh.json';
export { default as shared } from '../../../src/sikwu/words/zh.json';

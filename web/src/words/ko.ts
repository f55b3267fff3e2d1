export { words } from './ko.json';
export { default as shared } from '../../../src/sikwu/words/ko.json';

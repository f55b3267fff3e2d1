import {
  events,
  headings,
  kinds,
  payment,
  reasons,
  seats,
  sets,
  shapes,
  tiles,
  unit,
  units,
} from '../../../src/sikwu/words/ko.json';

export { words } from './ko.json';
export const shared = { events, headings, kinds, payment, reasons, seats, sets, shapes, tiles, unit, units };

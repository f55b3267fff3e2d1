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
} from '../../../src/sikwu/words/zh.json';

export { words } from './zh.json';
export const shared = { events, headings, kinds, payment, reasons, seats, sets, shapes, tiles, unit, units };

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
} from '../../../src/sikwu/words/en.json';

export { words } from './en.json';
export const shared = { events, headings, kinds, payment, reasons, seats, sets, shapes, tiles, unit, units };

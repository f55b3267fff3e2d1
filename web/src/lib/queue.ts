// What waits to be sent. Each entry keeps its idempotency key, so that sending it again can never write it twice.
import { Refused, Unreachable } from './http';
import type { ApiFault, DealRequest } from './types';

/** Where a line belongs among those that stand: at the end unless it replaces one or was forgotten before one. */
export interface Spot {
  replaces: number | null;
  before: number | null;
}

export const AT_THE_END: Spot = { replaces: null, before: null };

/** What is written, by players' names, and the part of the session that takes it. */
export type Writing =
  | { to: 'deals'; body: DealRequest<string> }
  | { to: 'adjustments'; body: { points: Record<string, number>; why: string } }
  | { to: 'players'; body: { out: string; in: string } };

export interface Entry {
  key: string;
  session: string;
  /** The version that the person was looking at; moves on with the deals sent before it. */
  version: number;
  writing: Writing;
  spot: Spot;
  force: boolean;
  by: string;
  at: string;
  refused: ApiFault | null;
}

/** Sends one entry and answers the version that it made. Throws Unreachable or Refused. */
export type Send = (entry: Entry) => Promise<number>;

/** 128 random bits. (crypto.randomUUID is missing where a club serves the app without https.) */
export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** After `sent` made `version`: what was entered on top of it now stands on that version. */
export function afterSending(entries: readonly Entry[], sent: Entry, version: number): Entry[] {
  return entries
    .filter((entry) => entry.key !== sent.key)
    .map((entry) =>
      entry.session === sent.session && entry.version === sent.version && entry.refused === null
        ? { ...entry, version }
        : entry,
    );
}

export function afterRefusal(entries: readonly Entry[], refused: Entry, fault: ApiFault): Entry[] {
  return entries.map((entry) => (entry.key === refused.key ? { ...entry, refused: fault } : entry));
}

/**
 * A refused entry is to be sent on top of what the table looks like now, and what was entered after it on top of that.
 * It keeps its key: it is still the same deal.
 */
export function afterSecondThought(entries: readonly Entry[], key: string, version: number, force: boolean): Entry[] {
  const session = entries.find((entry) => entry.key === key)?.session;
  return entries.map((entry) => {
    if (entry.key === key) return { ...entry, version, force, refused: null };
    return entry.session === session && entry.refused === null ? { ...entry, version } : entry;
  });
}

/** The next entry to send: the oldest of each session, and nothing behind one that was refused. */
export function nextToSend(entries: readonly Entry[]): Entry | null {
  const blocked = new Set<string>();
  for (const entry of entries) {
    if (entry.refused !== null) blocked.add(entry.session);
    else if (!blocked.has(entry.session)) return entry;
  }
  return null;
}

/** Sends what can be sent, in order, telling `keep` after every step. Answers false when the service could not be reached. */
export async function sendAll(
  read: () => readonly Entry[],
  keep: (entries: Entry[]) => void,
  send: Send,
): Promise<boolean> {
  for (let entry = nextToSend(read()); entry !== null; entry = nextToSend(read())) {
    try {
      const version = await send(entry);
      keep(afterSending(read(), entry, version));
    } catch (error) {
      if (error instanceof Unreachable) return false;
      if (!(error instanceof Refused)) throw error;
      keep(afterRefusal(read(), entry, error.fault));
    }
  }
  return true;
}

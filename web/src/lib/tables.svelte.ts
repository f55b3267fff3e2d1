// The sessions of this device: their secrets, their views as last seen, and the deals that wait to be sent.
import { call, fetchFrom, Refused, Unreachable, type Answer } from './http';
import { afterSecondThought, AT_THE_END, freshKey, sendAll, type Entry, type Spot, type Writing } from './queue';
import { listen } from './live-stream';
import { forget, readStored, store, storeIfRoom } from './stored';
import { settings } from './settings.svelte';
import type { DealRequest } from './types';
import type { Change, Known, Link, LinkFact, Preview, Role, View } from './types-table';

const RETRY_MS = [300, 1200, 3000];
const FLUSH_EVERY_MS = 5_000;

let known = $state.raw<Known[]>(readStored<Known[]>('sessions', []));
let entries = $state.raw<Entry[]>(readStored<Entry[]>('queue', []));
let offline = $state(false);
let flushing = false;
let views = $state.raw<Record<string, View>>({});

export function knownSessions(): Known[] {
  return known;
}

export function knownSession(id: string): Known | null {
  return known.find((each) => each.id === id) ?? null;
}

function keepKnown(next: Known[]): void {
  known = next;
  store('sessions', next);
}

export function remember(session: Known): void {
  keepKnown([session, ...known.filter((each) => each.id !== session.id)]);
}

export function forgetSession(id: string): void {
  keepKnown(known.filter((each) => each.id !== id));
  keepQueue(entries.filter((entry) => entry.session !== id));
  forget(`view:${id}`);
  forget(`links:${id}`);
  const { [id]: _, ...rest } = views;
  views = rest;
}

export function isOffline(): boolean {
  return offline;
}

export function viewOf(id: string): View | null {
  return views[id] ?? readStored<View | null>(`view:${id}`, null);
}

function keepView(view: View): void {
  const had = views[view.id];
  if (had !== undefined && had.version > view.version) return;
  views = { ...views, [view.id]: view };
  storeIfRoom(`view:${view.id}`, view);
}

/** Notes whether the service answers, and passes the answer or the failure on. */
async function watched<T>(work: Promise<T>): Promise<T> {
  try {
    const answer = await work;
    offline = false;
    return answer;
  } catch (error) {
    if (error instanceof Unreachable) offline = true;
    if (error instanceof Refused) offline = false;
    throw error;
  }
}

function path(id: string, ...parts: (string | number)[]): string {
  return ['/sessions', id, ...parts].map((part, at) => (at === 0 ? part : encodeURIComponent(part))).join('/');
}

function secretOf(id: string): string {
  return knownSession(id)?.secret ?? '';
}

export async function loadView(id: string): Promise<void> {
  const had = views[id];
  const headers: Record<string, string> = had === undefined ? {} : { 'If-None-Match': `"${had.version}"` };
  const answer = await watched(call<View | null>('GET', path(id), { secret: secretOf(id), headers }));
  if (answer.data !== null) keepView(answer.data);
}

export async function join(secret: string): Promise<string> {
  const { data } = await watched(call<{ id: string; name: string; role: Role }>('POST', '/join', { body: { secret } }));
  const before = knownSession(data.id);
  const rank: Record<Role, number> = { read: 0, write: 1, host: 2 };
  if (before === null || rank[data.role] >= rank[before.role])
    remember({ id: data.id, name: data.name, role: data.role, secret });
  return data.id;
}

export interface NewSession {
  name: string;
  rules: string;
  options: View['options'];
  players: string[];
  first_dealer: string;
  stake?: { currency: string; per_point: string; rounding?: string };
}

export async function createSession(body: NewSession): Promise<string> {
  return opened(await watched(call<Opened>('POST', '/sessions', { body })));
}

/** A session from an exported file. What the file holds is judged by the service. */
export async function importSession(text: string): Promise<string> {
  return opened(await watched(call<Opened>('POST', '/sessions/import', { text })));
}

interface Opened {
  session: View;
  links: Record<Role, Link>;
}

function opened({ data }: Answer<Opened>): string {
  remember({ id: data.session.id, name: data.session.name, role: 'host', secret: data.links.host.secret });
  keepLink(data.session.id, data.links.host);
  keepLink(data.session.id, data.links.write);
  keepLink(data.session.id, data.links.read);
  keepView(data.session);
  return data.session.id;
}

function writeHeaders(key: string, version: number, by: string): Record<string, string> {
  return {
    'Idempotency-Key': key,
    'If-Match': `"${version}"`,
    ...(by === '' ? {} : { 'Sikwu-By': encodeURIComponent(by) }),
  };
}

/** A write that is not queued: tried again a few times with the same key, then given up in words. */
export async function write(
  id: string,
  method: 'POST' | 'PUT' | 'DELETE',
  parts: (string | number)[],
  body: unknown,
  version: number,
  query = '',
): Promise<View> {
  const headers = writeHeaders(freshKey(), version, settings.by);
  const once = (): Promise<Answer<View>> =>
    lookingAgain(
      id,
      call<View>(method, path(id, ...parts) + query, {
        secret: secretOf(id),
        headers,
        ...(body === undefined ? {} : { body }),
      }),
    );
  for (const pause of RETRY_MS) {
    try {
      return kept(await once());
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return kept(await once());
}

/** When somebody else was faster, what they did is shown before the person decides. */
async function lookingAgain<T>(id: string, work: Promise<T>): Promise<T> {
  try {
    return await watched(work);
  } catch (error) {
    if (error instanceof Refused && error.status === 412) await loadView(id);
    throw error;
  }
}

/** Takes back the last change, or does it again; answers in words what that was about. */
export async function step(id: string, action: 'undo' | 'redo', version: number): Promise<string> {
  const view: View & { change?: Change } = await write(id, 'POST', [action], undefined, version);
  return view.change?.words ?? '';
}

/** Deletes a session for good, here and at the service. */
export async function deleteSession(id: string, version: number): Promise<void> {
  const headers = { 'If-Match': `"${version}"` };
  await lookingAgain(id, call('DELETE', path(id), { secret: secretOf(id), headers }));
  forgetSession(id);
}

function kept(answer: Answer<View>): View {
  keepView(answer.data);
  return answer.data;
}

/** `?name=value` for what is given. */
function query(given: Record<string, number | string | boolean | null>): string {
  const told = Object.entries(given).filter(([, value]) => value !== null && value !== false);
  return told.length === 0 ? '' : `?${told.map(([name, value]) => `${name}=${String(value)}`).join('&')}`;
}

export async function preview(id: string, request: DealRequest, spot: Spot): Promise<Preview> {
  const address = path(id, 'preview') + query({ ...spot });
  return (await watched(call<Preview>('POST', address, { secret: secretOf(id), body: request }))).data;
}

export async function readJson<T>(id: string, ...parts: string[]): Promise<T> {
  return (await watched(call<T>('GET', path(id, ...parts), { secret: secretOf(id) }))).data;
}

export async function readFile(id: string, name: string): Promise<Blob> {
  return (await watched(fetchFrom('GET', path(id, name), { secret: secretOf(id) }))).blob();
}

export async function qrOf(text: string): Promise<Blob> {
  return (await watched(fetchFrom('POST', '/qr', { body: { text } }))).blob();
}

// -- links ---------------------------------------------------------------------------------------------------------------

export const linksOf = (id: string): Promise<LinkFact[]> => readJson(id, 'links');

/** A secret is shown once, so the device that made a link keeps it to show it again. By the link's id. */
export function keptLinks(id: string): Record<string, Link> {
  return readStored<Record<string, Link>>(`links:${id}`, {});
}

function keepLink(id: string, link: Link): void {
  store(`links:${id}`, { ...keptLinks(id), [link.id]: link });
}

export async function makeLink(id: string, role: Role, label: string): Promise<void> {
  const body = label === '' ? { role } : { role, label };
  keepLink(id, (await watched(call<Link>('POST', path(id, 'links'), { secret: secretOf(id), body }))).data);
}

export async function revokeLink(id: string, link: string): Promise<void> {
  await watched(call('DELETE', path(id, 'links', link), { secret: secretOf(id) }));
}

export async function rotateLink(id: string, link: string): Promise<void> {
  const { data } = await watched(call<Link>('POST', path(id, 'links', link, 'rotate'), { secret: secretOf(id) }));
  const own = knownSession(id);
  if (own !== null && own.secret === keptLinks(id)[link]?.secret) remember({ ...own, secret: data.secret });
  keepLink(id, data);
}

// -- the queue ------------------------------------------------------------------------------------------------------------

export function pendingOf(id: string): Entry[] {
  return entries.filter((entry) => entry.session === id);
}

function keepQueue(next: Entry[]): void {
  entries = next;
  store('queue', next);
}

/** Keeps what was entered until it is sent, which is tried at once. */
export function save(id: string, version: number, writing: Writing, spot: Spot = AT_THE_END): Promise<void> {
  const base = entries.filter((each) => each.session === id && each.refused === null).at(-1)?.version ?? version;
  const entry: Entry = {
    key: freshKey(),
    session: id,
    version: base,
    writing,
    spot,
    force: false,
    by: settings.by,
    at: new Date().toISOString(),
    refused: null,
  };
  keepQueue([...entries, entry]);
  return flush();
}

export function dropEntry(key: string): void {
  keepQueue(entries.filter((entry) => entry.key !== key));
}

export function retryEntry(key: string, version: number, force: boolean): void {
  keepQueue(afterSecondThought(entries, key, version, force));
  void flush();
}

async function sendEntry({ session, key, version, by, writing, spot, force }: Entry): Promise<number> {
  const { replaces, before } = spot;
  const place = replaces === null ? path(session, writing.to) : path(session, 'deals', replaces);
  const answer = await lookingAgain(
    session,
    call<View>(replaces === null ? 'POST' : 'PUT', place + query({ before, force }), {
      secret: secretOf(session),
      body: replaces === null ? writing.body : asLine(writing),
      headers: writeHeaders(key, version, by),
    }),
  );
  return kept(answer).version;
}

/** What takes the place of a line of the ledger, as the ledger writes its lines. */
function asLine({ to, body }: Writing): unknown {
  return to === 'adjustments' ? { adjust: body.points, why: body.why } : body;
}

export async function flush(): Promise<void> {
  if (flushing || entries.length === 0) return;
  flushing = true;
  try {
    await sendAll(() => entries, keepQueue, sendEntry);
  } finally {
    flushing = false;
  }
}

export function startQueue(): void {
  addEventListener('online', () => void flush());
  addEventListener('offline', () => (offline = true));
  addEventListener('storage', (event) => {
    if (event.key === 'sikwu:queue') entries = readStored<Entry[]>('queue', []);
    if (event.key === 'sikwu:sessions') known = readStored<Known[]>('sessions', []);
  });
  setInterval(() => void flush(), FLUSH_EVERY_MS);
  void flush();
}

/** Shows the newest view of a session for as long as somebody looks. Answers the function that stops it. */
export function followTable(id: string, revoked: () => void, failed: (error: unknown) => void): () => void {
  const load = async (): Promise<void> => {
    try {
      await loadView(id);
    } catch (error) {
      if (error instanceof Refused && error.status === 401) revoked();
      else if (error instanceof Refused || error instanceof Unreachable) failed(error);
      else throw error;
    }
  };
  if (knownSession(id) === null) return () => undefined;
  void load();
  return listen(id, secretOf(id), {
    version: (version) => {
      if (views[id]?.version !== version) void load();
    },
    revoked,
    connected: (is) => {
      offline = !is;
      if (is) void flush();
    },
  });
}

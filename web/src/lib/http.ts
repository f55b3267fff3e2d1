// One request to the service: JSON in, JSON out, and three kinds of failure kept apart.
import type { ApiFault } from './types';

const BASE = '/api/v1';
const PATIENCE_MS = 12_000;

/** The service answered, and the answer is no. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly fault: ApiFault,
  ) {
    super(fault.message);
  }
}

/** No answer came, or none that can be trusted: the request may or may not have arrived. */
export class Unreachable extends Error {}

export interface Answer<T> {
  data: T;
  status: number;
  version: number | null;
  replayed: boolean;
}

export interface Call {
  body?: unknown;
  /** A body that is JSON text already. */
  text?: string;
  secret?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export function versionOf(etag: string | null): number | null {
  const found = /"(\d+)"/.exec(etag ?? '');
  return found === null ? null : Number(found[1]);
}

/** The raw response, for what is not JSON (a picture, a stream, a file). Throws Unreachable or Refused. */
export async function fetchFrom(
  method: string,
  path: string,
  { body, text, secret, headers, signal }: Call = {},
): Promise<Response> {
  const sent: Record<string, string> = { 'Accept-Language': document.documentElement.lang, ...headers };
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  if (content !== undefined) sent['Content-Type'] = 'application/json';
  if (secret !== undefined) sent['Authorization'] = `Bearer ${secret}`;
  let response: Response;
  try {
    response = await fetch(BASE + path, {
      method,
      headers: sent,
      ...(content === undefined ? {} : { body: content }),
      ...(signal === undefined ? {} : { signal }),
      credentials: 'omit',
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new Unreachable(error instanceof Error ? error.message : String(error));
  }
  if (response.ok || response.status === 304) return response;
  throw await refusal(response);
}

async function refusal(response: Response): Promise<Error> {
  const text = await response.text().catch(() => '');
  const fault = faultIn(text);
  if (fault !== null && response.status !== 503) return new Refused(response.status, fault);
  return new Unreachable(`${response.status} ${response.statusText}`);
}

function faultIn(text: string): ApiFault | null {
  try {
    const parsed = JSON.parse(text) as { error?: Partial<ApiFault> };
    const { code, message, field } = parsed.error ?? {};
    return code === undefined || message === undefined ? null : { code, message, field: field ?? null };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export async function call<T>(method: string, path: string, options: Call = {}): Promise<Answer<T>> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const signal = options.signal === undefined ? patience : AbortSignal.any([options.signal, patience]);
  try {
    const response = await fetchFrom(method, path, { ...options, signal });
    const empty = response.status === 204 || response.status === 304;
    return {
      data: (empty ? null : await response.json()) as T,
      status: response.status,
      version: versionOf(response.headers.get('ETag')),
      replayed: response.headers.get('Idempotent-Replayed') === 'true',
    };
  } catch (error) {
    if (error instanceof Refused || error instanceof Unreachable || options.signal?.aborted === true) throw error;
    throw new Unreachable(error instanceof Error ? error.message : String(error));
  }
}

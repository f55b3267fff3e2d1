// Follows a session's live updates. EventSource can't carry the secret in a header, so the stream is read by hand.
import { fetchFrom, Refused, Unreachable } from './http';

const SILENCE_MS = 40_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

export interface Listener {
  version: (version: number) => void;
  revoked: () => void;
  connected: (is: boolean) => void;
}

interface Message {
  event: string;
  data: string;
}

/** Splits a stream's text into whole messages and the unfinished rest. */
export function messagesIn(text: string): { messages: Message[]; rest: string } {
  const blocks = text.replaceAll('\r\n', '\n').split('\n\n');
  const rest = blocks.pop() ?? '';
  const messages = blocks.map((block) => {
    const message = { event: 'message', data: '' };
    for (const line of block.split('\n')) {
      const [field, ...value] = line.split(':');
      const words = value.join(':').trimStart();
      if (field === 'event') message.event = words;
      if (field === 'data') message.data += words;
    }
    return message;
  });
  return { messages: messages.filter((message) => message.data !== ''), rest };
}

async function readOnce(
  id: string,
  secret: string,
  listener: Listener,
  stop: AbortSignal,
): Promise<'revoked' | 'ended'> {
  const silence = new AbortController();
  const signal = AbortSignal.any([stop, silence.signal]);
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const response = await fetchFrom('GET', `/sessions/${encodeURIComponent(id)}/live`, {
      secret,
      signal,
      headers: { Accept: 'text/event-stream' },
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (reader === undefined) return 'ended';
    listener.connected(true);
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      const { messages, rest } = messagesIn(text + part.value);
      text = rest;
      for (const { event, data } of messages) {
        if (event === 'revoked') return 'revoked';
        if (event === 'version') listener.version((JSON.parse(data) as { version: number }).version);
      }
    }
    return 'ended';
  } finally {
    clearTimeout(timer);
  }
}

/** Listens until told to stop, coming back after every loss. Answers the function that stops it. */
export function listen(id: string, secret: string, listener: Listener): () => void {
  const stopped = new AbortController();
  const run = async (): Promise<void> => {
    let pause = FIRST_PAUSE_MS;
    while (!stopped.signal.aborted) {
      const began = Date.now();
      try {
        if ((await readOnce(id, secret, listener, stopped.signal)) === 'revoked') {
          listener.revoked();
          return;
        }
      } catch (error) {
        if (stopped.signal.aborted) return;
        if (error instanceof Refused && error.status === 401) {
          listener.revoked();
          return;
        }
        // A connection that breaks while it is read fails with a TypeError or an AbortError: come back as after any loss.
        const lost =
          error instanceof Unreachable ||
          error instanceof Refused ||
          error instanceof TypeError ||
          error instanceof DOMException;
        if (!lost) throw error;
      }
      listener.connected(false);
      if (Date.now() - began > SILENCE_MS) pause = FIRST_PAUSE_MS;
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  };
  void run();
  return () => stopped.abort();
}

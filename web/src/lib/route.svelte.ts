// The place in the app, kept behind '#' so that it (and the secret in a join link) never reaches a server.

let hash = $state(location.hash);

export function startRouting(): void {
  addEventListener('hashchange', () => {
    hash = location.hash;
    scrollTo(0, 0);
  });
}

/** '#/t/abc/record' is ['t', 'abc', 'record']; the start page is []. */
export function place(): string[] {
  return hash
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}

export function linkTo(...parts: (string | number)[]): string {
  return `#/${parts.map((part) => encodeURIComponent(part)).join('/')}`;
}

export function go(...parts: (string | number)[]): void {
  location.hash = linkTo(...parts);
}

/** Goes there without leaving the present place in the history: a secret should not stay behind the back button. */
export function replaceWith(...parts: (string | number)[]): void {
  history.replaceState(null, '', linkTo(...parts));
  hash = location.hash;
  scrollTo(0, 0);
}

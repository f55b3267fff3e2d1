// What a person would see at a glance, for pages under test: things outside the screen or cut off, and keys too small.

function nameOf(element) {
  return `${element.tagName}.${element.className}: ${element.textContent.trim().slice(0, 40)}`;
}

window.cutOff = () => {
  // A phone zooms out to a page that is too wide, and then counts that as its own width.
  const wide = document.documentElement.scrollWidth - Math.min(innerWidth, screen.width);
  const found = wide > 0 ? [`the page scrolls sideways by ${wide}`] : [];
  for (const element of document.querySelectorAll('main *, nav *, header *, dialog[open] *')) {
    if (!element.checkVisibility() || element.closest('.scroll, svg, .hidden, .middle, .tile')) continue;
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    if (box.right > innerWidth + 1 || box.left < -1) found.push(`outside: ${nameOf(element)}`);
    const style = getComputedStyle(element);
    const overfull = element.scrollWidth > element.clientWidth + 2 && style.display !== 'inline';
    const field = ['INPUT', 'SELECT', 'DIALOG'].includes(element.tagName);
    const holdsWords = element.matches('button, label, a, th, td');
    if (overfull && !field && (holdsWords || style.overflow !== 'visible')) found.push(`cut off: ${nameOf(element)}`);
  }
  return found;
};

// A thumb needs 44 pixels; 38 across will do where eight stand in a row; a line as wide as the screen may be lower.
window.tooSmall = () => {
  const keys = 'button, a.button, nav a, select, input[type=text], input[type=number], summary, fieldset label';
  return [...document.querySelectorAll(keys)]
    .filter((each) => each.checkVisibility() && !each.closest('.middle'))
    .map((each) => [each, each.getBoundingClientRect()])
    .filter(([, box]) => box.height > 0 && (box.height < 43.5 || box.width < 38))
    .filter(([, box]) => box.width < 200 || box.height < 30)
    .map(([each, box]) => `too small: ${nameOf(each)} ${Math.round(box.width)} x ${Math.round(box.height)}`);
};

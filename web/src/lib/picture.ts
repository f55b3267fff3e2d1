// The evening's totals as a picture to send around.

interface Line {
  player: string;
  points: number;
  shown: string;
  money: string;
}

const WIDTH = 1080;
const ROW = 150;
const TOP = 260;

export async function pictureOf(title: string, lines: Line[]): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = TOP + lines.length * ROW + 70;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('this browser draws no pictures');
  const font = getComputedStyle(document.documentElement).fontFamily;
  pen.fillStyle = '#0d4f3c';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#ffffff';
  pen.font = `700 68px ${font}`;
  pen.fillText(title, 60, 120, WIDTH - 120);
  pen.font = `400 36px ${font}`;
  pen.fillText(
    `sikwu · ${new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'long' }).format(new Date())}`,
    60,
    190,
    WIDTH - 120,
  );
  lines.forEach((line, at) => {
    const top = TOP + at * ROW;
    pen.fillStyle = '#fffdf4';
    pen.beginPath();
    pen.roundRect(60, top, WIDTH - 120, ROW - 22, 24);
    pen.fill();
    pen.fillStyle = '#1d241f';
    pen.font = `600 48px ${font}`;
    pen.textAlign = 'left';
    pen.fillText(line.player, 100, top + 80, WIDTH * 0.5);
    pen.textAlign = 'right';
    pen.fillStyle = line.points < 0 ? '#a8201a' : '#0d5c45';
    pen.font = `700 56px ${font}`;
    pen.fillText(line.shown, WIDTH - 100, top + (line.money === '' ? 84 : 66), WIDTH * 0.35);
    pen.fillStyle = '#59614f';
    pen.font = `400 32px ${font}`;
    if (line.money !== '') pen.fillText(line.money, WIDTH - 100, top + 110, WIDTH * 0.35);
    pen.textAlign = 'left';
  });
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the picture could not be made')) : resolve(blob)),
      'image/png',
    );
  });
}

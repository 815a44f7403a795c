import type { EChartsType } from 'echarts/core';
import type { ChartData } from './series-look.ts';
import { type ChartPaint, itemStyleOf, readPaint, wrapWords } from './chart-drawing.ts';

export interface PictureTexts {
  title: string;
  sentence: string;
  /** What the figures rest on: a picture travels without its page. */
  note: string;
}

const scale = 2;
const edge = 20;

/** The chart as a PNG, with its title, its sentence, its legend and what its figures rest on. */
export async function chartPicture(chart: EChartsType, data: ChartData, texts: PictureTexts): Promise<Blob> {
  const paint = readPaint();
  const drawn = chart.renderToCanvas({ pixelRatio: scale, backgroundColor: paint.card });
  const width = chart.getWidth();
  const pen = document.createElement('canvas').getContext('2d');
  if (pen === null) throw new Error('this browser draws no pictures');
  const lines = wrapWords(texts.sentence, width, (text) => paint.measure(text, 15));
  const headHeight = edge + 26 + lines.length * 21 + 30;
  const { canvas } = pen;
  canvas.width = (width + 2 * edge) * scale;
  canvas.height = (headHeight + chart.getHeight() + 30 + edge) * scale;
  pen.scale(scale, scale);
  pen.fillStyle = paint.card;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.textBaseline = 'top';
  const write = (text: string, y: number, font: string, color: string) => {
    pen.font = `${font} ${paint.font}`;
    pen.fillStyle = color;
    pen.fillText(text, edge, y);
  };
  write(texts.title, edge, '600 18px', paint.ink);
  lines.forEach((line, i) => write(line, edge + 26 + i * 21, '400 15px', paint.ink));
  drawLegend(pen, data, paint, edge + 26 + lines.length * 21 + 8);
  pen.drawImage(drawn, edge, headHeight, width, chart.getHeight());
  write(texts.note, headHeight + chart.getHeight() + 12, '400 13px', paint.inkSoft);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('the picture is empty')) : resolve(blob)), 'image/png'),
  );
}

function drawLegend(pen: CanvasRenderingContext2D, { series }: ChartData, paint: ChartPaint, y: number): void {
  pen.font = `400 13px ${paint.font}`;
  let x = edge;
  for (const { look, name } of series) {
    const { color, borderColor } = itemStyleOf(look, paint);
    pen.fillStyle = color;
    pen.strokeStyle = borderColor;
    if (look.role !== 'before') pen.fillRect(x, y, 12, 12);
    pen.strokeRect(x + 0.5, y + 0.5, 11, 11);
    pen.fillStyle = paint.inkSoft;
    pen.fillText(name, x + 18, y);
    x += 18 + pen.measureText(name).width + 18;
  }
}

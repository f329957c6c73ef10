// Plots of results as SVG, for light and dark pages: text and lines take the page's colour, marks are readable on both.
import { writeFileSync } from 'node:fs';
import { requireFrom } from '../../scripts/tools.mjs';
import { costOf } from './run.mjs';

const FOLDER = new URL('../results/', import.meta.url);
const [MET, MISSED, NO_GOAL, BETWEEN] = ['#2f81d9', '#d9652f', '#8a8f98', '#8a5fd0'];
const WIDTH = 900;
const ROW = 22;
const LABELS = 330;
const text = { color: 'currentColor', fontFamily: 'system-ui, sans-serif', fontSize: 12 };
const STYLE = '<style>svg{color:#24292f}@media(prefers-color-scheme:dark){svg{color:#e6edf3}}</style>';

export function drawPlots(lines) {
  const { init } = requireFrom('plot')('echarts');
  const draw = (name, rows, option) => {
    if (rows.length === 0) return;
    const chart = init(null, null, {
      renderer: 'svg',
      ssr: true,
      width: WIDTH,
      height: 110 + ROW * rows.length,
    });
    chart.setOption({ ...around(rows), ...option });
    const svg = chart.renderToSVGString().replace(/(<svg[^>]*>)/, `$1${STYLE}`);
    chart.dispose();
    writeFileSync(new URL(`${name}.svg`, FOLDER), `${svg}\n`);
  };
  const ratios = lines.filter((line) => line.ratio > 0);
  draw('ratios', ratios, ratioPlot(ratios));
  const times = lines.map((line) => ({ ...line, ...line.message_ms })).filter(hasPercentiles);
  draw('latencies', times, latencyPlot(times));
}

const hasPercentiles = ({ p50, p95, p99 }) => [p50, p95, p99].every((value) => value > 0);

function around(rows) {
  return {
    animation: false,
    textStyle: text,
    grid: { left: LABELS, right: 30, top: 60, bottom: 45 },
    legend: { top: 26, itemGap: 24, itemWidth: 14, textStyle: text },
    yAxis: {
      type: 'category',
      inverse: true,
      data: rows.map((line) => [line.measure, line.case ?? line.unit].join(': ')),
      axisLabel: { ...text, width: LABELS - 15, overflow: 'truncate', interval: 0 },
      axisLine: { lineStyle: { color: 'currentColor' } },
      axisTick: { show: false },
      splitLine: { show: true, lineStyle: { color: 'currentColor', opacity: 0.08 } },
    },
  };
}

const xAxis = (name) => ({
  type: 'log',
  name,
  nameLocation: 'middle',
  nameGap: 28,
  nameTextStyle: text,
  axisLabel: text,
  axisLine: { show: true, lineStyle: { color: 'currentColor' } },
  splitLine: { lineStyle: { color: 'currentColor', opacity: 0.15 } },
});

const title = (words) => ({ text: words, left: 0, top: 0, textStyle: { ...text, fontSize: 14 } });

const dots = (name, color, data, more) => ({
  name,
  type: 'scatter',
  symbolSize: 11,
  itemStyle: { color },
  data,
  ...more,
});

/** A value as a multiple of the floor's cost. */
const multiple = (line, value) => costOf(line, value / line.floor);

/** The stricter one, where the ratio and the value have a goal each. */
function goalOf(line) {
  const goals = [];
  if (line.goal !== undefined) goals.push(costOf(line, line.goal));
  if (line.value_goal !== undefined) goals.push(multiple(line, line.value_goal));
  return goals.length > 0 ? Math.min(...goals) : null;
}

function ratioPlot(lines) {
  const place = (keep, x) => lines.flatMap((line, index) => (keep(line) ? [[x(line), index]] : []));
  const ours = (line) => costOf(line, line.ratio);
  return {
    title: title('Cost as a multiple of the floor, or of a peer: less is better, 1 is as much'),
    xAxis: xAxis('times as much'),
    series: [
      dots(
        'goal met',
        MET,
        place((line) => goalOf(line) !== null && line.ok, ours),
      ),
      dots(
        'short of its goal',
        MISSED,
        place((line) => goalOf(line) !== null && !line.ok, ours),
      ),
      dots(
        'no goal',
        NO_GOAL,
        place((line) => goalOf(line) === null, ours),
      ),
      dots(
        'goal',
        'currentColor',
        place((line) => goalOf(line) !== null, goalOf),
        {
          symbol: 'rect',
          symbolSize: [3, 18],
        },
      ),
    ],
  };
}

function latencyPlot(lines) {
  const at = (key) => lines.map((line, index) => [line[key], index]);
  return {
    title: title('Milliseconds: the middle, the slowest twentieth, the slowest hundredth'),
    xAxis: xAxis('ms'),
    series: [
      ...lines.map((line, index) => ({
        type: 'line',
        symbol: 'none',
        silent: true,
        lineStyle: { color: NO_GOAL, width: 2 },
        data: [
          [line.p50, index],
          [line.p99, index],
        ],
      })),
      dots('p50', MET, at('p50')),
      dots('p95', BETWEEN, at('p95')),
      dots('p99', MISSED, at('p99')),
    ],
  };
}

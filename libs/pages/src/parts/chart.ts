import type { VNode } from 'preact'
import { html } from '../markup.ts'
import { visibleText } from '../text/visible-text.ts'
import { labelledPoints, type Scale, scaleFor } from './chart-scale.ts'
import { table } from './table.ts'

export type ChartPoint = {
  /** Name of the point in sentences and in the table, such as `5 Nov`. */
  readonly name: string
  /** Name of the point on the axis, such as `5`. */
  readonly tick: string
  /** One whole number of units for each series; null where nothing is known, which is another thing than zero. */
  readonly values: readonly number[] | null
}

export type ChartData = {
  /** What is shown, such as `Runs by day`, and of which time. */
  readonly title: string
  readonly period: string
  /** Name of what the points are, as the head of their column. */
  readonly pointName: string
  /** One or two; the second stands on the first in a chart of columns. */
  readonly series: readonly string[]
  readonly points: readonly ChartPoint[]
  /** Word for the total, such as `Runs`. */
  readonly totalName: string
  /** Turns a number of units into text. */
  readonly format?: (value: number) => string
  /** Smallest distance between two lines of the grid, in units. */
  readonly smallestStep?: number
}

type Size = {
  readonly name: 'broad' | 'slim'
  readonly width: number
  readonly height: number
  readonly each: number
}
/** Two drawings, of which the stylesheet shows one, so that letters are never scaled down. */
const sizes: readonly Size[] = [
  { name: 'broad', width: 680, height: 180, each: 5 },
  { name: 'slim', width: 340, height: 170, each: 7 },
]
const frame = { top: 8, bottom: 28 }
const widestBar = 16
/** Space between the parts of a column: two colours alone do not tell them apart. */
const gap = 1
/** Half the width of a letter, so that the last label ends within the drawing. */
const halfLetter = 3.6
/** Points of a month; a longer time has fewer labels. */
const pointsOfMonth = 31

type Plot = Size & {
  readonly left: number
  readonly slot: number
  readonly scale: Scale
  y(value: number): number
}

/** Columns, one for each point, with the same figures as a table. */
export function columns(data: ChartData): VNode {
  return chart(data, sumOf, (plot) => data.points.map((point, index) => column(data, plot, point, index)))
}

/** A line for each series, which is interrupted where nothing is known, with the same figures as a table. */
export function lines(data: ChartData): VNode {
  return chart(
    data,
    (values) => Math.max(...values),
    (plot) => [
      ...data.series.map(
        (_, series) => html`<path class=${`l ${'xy'[series]}`} d=${linePath(data, plot, series)} />`,
      ),
      ...data.points.map((point, index) => dots(data, plot, point, index)),
    ],
  )
}

/** Says which colour is which. */
export function chartLegend({ series }: Pick<ChartData, 'series'>): VNode {
  return html`<p class="keys">${series.map((name) => html`<span>${name}</span>`)}</p>`
}

function chart(
  data: ChartData,
  heightOf: (values: readonly number[]) => number,
  draw: (plot: Plot) => readonly (VNode | null)[],
): VNode {
  const heights = data.points.map(({ values }) => (values === null ? 0 : heightOf(values)))
  const scale = scaleFor(Math.max(0, ...heights), data.smallestStep)
  const sentence = visibleText(sentenceOf(data))
  return html`<div>
    ${sizes.map((size) => drawing(plotOf(data, size, scale), data, sentence, draw))}
    <details class="more"><summary>The same as a table</summary>${figures(data)}</details>
  </div>`
}

function plotOf({ points, format = String }: ChartData, size: Size, scale: Scale): Plot {
  const longest = Math.max(...scale.ticks.map((tick) => format(tick).length))
  const left = Math.max(26, 8 + longest * 6.5)
  const height = size.height - frame.top - frame.bottom
  return {
    ...size,
    left,
    slot: (size.width - left) / Math.max(1, points.length),
    scale,
    y: (value) => frame.top + height * (1 - value / scale.top),
  }
}

function drawing(
  plot: Plot,
  data: ChartData,
  sentence: string,
  draw: (plot: Plot) => readonly (VNode | null)[],
): VNode {
  const { name, width, height, left, scale, slot, y } = plot
  const { format = String, points } = data
  const each = plot.each * Math.max(1, Math.ceil(points.length / pointsOfMonth))
  return html`<svg class=${`chart ${name}`} viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height} role="img" aria-label=${sentence}>
    ${scale.ticks.map(
      (tick) =>
        html`<path class="g" d=${`M${round(left)} ${round(y(tick))}H${width}`} /><text x=${round(left - 6)} y=${round(y(tick) + 4)} text-anchor="end">${format(tick)}</text>`,
    )}
    ${gapPath(plot, points)}
    ${draw(plot)}
    ${labelledPoints(points.length, each).map(
      (index) =>
        html`<text x=${round(Math.min(left + (index + 0.5) * slot, width - halfLetter * (points[index]?.tick.length ?? 0)))} y=${height - 4} text-anchor="middle">${points[index]?.tick}</text>`,
    )}
  </svg>`
}

/** The base line under points of which nothing is known. */
function gapPath({ left, slot, y }: Plot, points: readonly ChartPoint[]): VNode | null {
  const parts = points.flatMap(({ values }, index) =>
    values === null ? [`M${round(left + index * slot)} ${round(y(0))}h${round(slot)}`] : [],
  )
  return parts.length === 0 ? null : html`<path class="gap" d=${parts.join('')} />`
}

function column(data: ChartData, plot: Plot, point: ChartPoint, index: number): VNode | null {
  const { left, slot, y } = plot
  if (point.values === null || sumOf(point.values) === 0) return null
  const width = Math.min(widestBar, slot * 0.66)
  const x = left + index * slot + (slot - width) / 2
  let below = y(0)
  const parts = point.values.map((value, series) => {
    if (value === 0) return null
    const height = y(0) - y(value)
    const top = below - height
    below = top - gap
    return html`<rect class=${'xy'[series]} x=${round(x)} y=${round(top)} width=${round(width)} height=${round(height)} />`
  })
  return html`<g><title>${pointText(data, point)}</title>${parts}</g>`
}

function linePath({ points }: ChartData, { left, slot, y }: Plot, series: number): string {
  let isBroken = true
  return points
    .map(({ values }, index) => {
      const value = values?.[series]
      const step = isBroken ? 'M' : 'L'
      isBroken = value === undefined
      return value === undefined ? '' : `${step}${round(left + (index + 0.5) * slot)} ${round(y(value))}`
    })
    .join('')
}

function dots(data: ChartData, { left, slot, y }: Plot, point: ChartPoint, index: number): VNode | null {
  if (point.values === null) return null
  return html`<g><title>${pointText(data, point)}</title>${point.values.map(
    (value, series) =>
      html`<circle class=${'xy'[series]} cx=${round(left + (index + 0.5) * slot)} cy=${round(y(value))} r="2.5" />`,
  )}</g>`
}

function pointText(data: ChartData, { name, values }: ChartPoint): string {
  const { series, format = String } = data
  const parts = (values ?? []).map((value, index) =>
    series.length === 1 ? format(value) : `${format(value)} ${series[index]?.toLowerCase()}`,
  )
  return `${name}: ${parts.join(', ')}`
}

/** The figures of the chart in one sentence, for those who do not see it. */
function sentenceOf(data: ChartData): string {
  const { title, period, points, series, totalName, format = String } = data
  const known = points.flatMap(({ name, values }) => (values === null ? [] : [{ name, sum: sumOf(values) }]))
  const totals = series.map((_, index) => sumOf(points.map(({ values }) => values?.[index] ?? 0)))
  const total = format(sumOf(totals))
  const parts =
    series.length === 1
      ? ''
      : ` (${totals.map((each, index) => `${format(each)} ${series[index]?.toLowerCase()}`).join(', ')})`
  const highest = known.reduce<{ name: string; sum: number } | null>(
    (best, each) => (each.sum > (best?.sum ?? 0) ? each : best),
    null,
  )
  const most = highest === null ? '' : `; highest on ${highest.name} with ${format(highest.sum)}`
  return `${title}, ${period}: ${totalName.toLowerCase()} ${total}${parts}${most}`
}

function figures(data: ChartData): VNode {
  const { title, period, pointName, totalName, series, points, format = String } = data
  const parts = series.length === 1 ? [] : series
  return table(
    `${title}, ${period}`,
    [pointName, ...[totalName, ...parts].map((name) => ({ name, isNumber: true }))],
    points.map(({ name, values }) => [
      name,
      values === null ? '–' : format(sumOf(values)),
      ...parts.map((_, index) => (values === null ? '–' : format(values[index] ?? 0))),
    ]),
    { isCaptionShown: false },
  )
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

function round(number: number): number {
  return Math.round(number * 10) / 10
}

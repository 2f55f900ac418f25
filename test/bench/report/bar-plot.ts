import type { CpuPerRequest } from './result.ts'
import { sum } from '../statistics.ts'

const width = 960
const barHeight = 26
const barGap = 10
/** Between groups of bars. */
const groupGap = 16
const left = 200
const right = 90
const top = 64
const legendRow = 22
const legendColumns = 4

/** Told apart also by people who see few colours; processes beyond these share the last one. */
const colours = [
  '#4e79a7',
  '#f28e2b',
  '#76b7b2',
  '#e15759',
  '#59a14f',
  '#edc948',
  '#b07aa1',
  '#9c755f',
  '#ff9da7',
]
const otherColour = '#bab0ac'
/** Processes that cost less are too thin to see, ms. */
const worthASliceMs = 0.005

/** CPU per request of one program; the bars of a group stand closer together. */
export interface PlotBar {
  label: string
  group: number
  cpu: CpuPerRequest
}

/** CPU per request as bars, stacked by process: an SVG document that needs nothing else. */
export function renderBarPlot({ bars, subtitle }: { bars: readonly PlotBar[]; subtitle: string }): string {
  const sliced = bars.map(({ label, group, cpu }) => ({
    label,
    group,
    total: sum(Object.values(cpu)),
    slices: Object.entries(cpu)
      .filter(([, ms]) => ms >= worthASliceMs)
      .map(([process, ms]) => ({ process, ms })),
  }))
  const processes = [...new Set(sliced.flatMap(({ slices }) => slices.map(({ process }) => process)))]
  const colourOf = (process: string) => colours[processes.indexOf(process)] ?? otherColour
  const longest = Math.max(...sliced.map(({ total }) => total), Number.MIN_VALUE)
  const scale = (width - left - right) / longest
  const yOf = (row: number) => top + row * (barHeight + barGap) + (sliced[row]?.group ?? 0) * groupGap
  const legendTop = yOf(sliced.length - 1) + barHeight + 2 * barGap
  const height = legendTop + Math.ceil(processes.length / legendColumns) * legendRow + 16

  const drawn = sliced.flatMap(({ label, total, slices }, row) => {
    const y = yOf(row)
    let x = left
    const rectangles = slices.map(({ process, ms }) => {
      const slice = `<rect x="${px(x)}" y="${y}" width="${px(ms * scale)}" height="${barHeight}" fill="${colourOf(process)}"><title>${escape(process)}: ${ms.toFixed(2)} ms</title></rect>`
      x += ms * scale
      return slice
    })
    const middle = y + barHeight / 2 + 5
    return [
      `<text x="${left - 12}" y="${middle}" text-anchor="end">${escape(label)}</text>`,
      ...rectangles,
      `<text x="${px(x + 8)}" y="${middle}" font-weight="600">${total.toFixed(2)} ms</text>`,
    ]
  })
  const legend = processes.map((process, index) => {
    const x = left + (index % legendColumns) * ((width - left) / legendColumns)
    const y = legendTop + Math.floor(index / legendColumns) * legendRow
    return `<rect x="${px(x)}" y="${y}" width="13" height="13" fill="${colourOf(process)}"/><text x="${px(x + 20)}" y="${y + 11}">${escape(process)}</text>`
  })
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="14" fill="#222" role="img" aria-label="CPU per request by process">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="16" y="28" font-size="18" font-weight="600">CPU per request, by process</text>`,
    `<text x="16" y="48" fill="#666">${escape(subtitle)}</text>`,
    ...drawn,
    ...legend,
    '</svg>',
  ].join('\n')}\n`
}

function px(value: number): string {
  return value.toFixed(1)
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

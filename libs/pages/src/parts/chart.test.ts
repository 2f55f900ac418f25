import fc from 'fast-check'
import { renderToString } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import { usdText } from '../text/usd-text.ts'
import { type ChartData, chartLegend, columns, lines } from './chart.ts'
import { labelledPoints, scaleFor } from './chart-scale.ts'

/** Runs of the days of a November; null where nothing is known. */
function november(days: readonly (readonly [number, number] | null)[]): ChartData {
  return {
    title: 'Runs by day',
    period: 'November 2026',
    pointName: 'Day',
    totalName: 'Runs',
    series: ['Passed', 'Not passed'],
    points: days.map((values, index) => ({ name: `${index + 1} Nov`, tick: String(index + 1), values })),
  }
}

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((found) => found.slice(1))

/** Each of the two drawings. */
function drawings(text: string): readonly string[] {
  return all(text, /(<svg class="chart.*?<\/svg>)/gs).map(([drawing = '']) => drawing)
}

/** The figures that a reader would measure in a drawing, by name of the point. */
function measured(drawing: string): Record<string, Record<string, number>> {
  const labels = all(
    drawing,
    /<path class="g" d="M[\d.]+ ([\d.]+)H\d+"><\/path><text[^>]*>([\d,.]+)<\/text>/g,
  )
  const [zero, , top] = labels.map(([y, text]) => ({ y: Number(y), value: Number(text) }))
  if (zero === undefined || top === undefined) throw new Error('a chart has three lines')
  const unit = (zero.y - top.y) / top.value
  const points = all(drawing, /<g><title>([^:]+): [^<]*<\/title>(.*?)<\/g>/gs)
  return Object.fromEntries(
    points.map(([name = '', marks = '']) => [
      name,
      Object.fromEntries(
        all(marks, /<rect class="(\w)"[^>]* height="([\d.]+)"/g).map(([series = '', height]) => [
          series,
          Math.round(Number(height) / unit),
        ]),
      ),
    ]),
  )
}

/** The rows of the table after the drawings. */
function rows(text: string): readonly (readonly string[])[] {
  const body = /<tbody[^>]*>(.*)<\/tbody>/s.exec(text)?.[1] ?? ''
  return all(body, /<tr[^>]*>(.*?)<\/tr>/gs).map(([row = '']) =>
    all(row, /<span class="v">(.*?)<\/span>/g).map(([cell = '']) => cell),
  )
}

const day = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 25 })) },
  { weight: 1, arbitrary: fc.constant([0, 0] as const) },
  { weight: 1, arbitrary: fc.constant(null) },
)

test('both drawings and the table have the same figures, for whatever days', () => {
  fc.assert(
    fc.property(fc.array(day, { minLength: 1, maxLength: 92 }), (days) => {
      const text = renderToString(columns(november(days)))
      expect(drawings(text)).toHaveLength(2)
      const expected = Object.fromEntries(
        days.flatMap((values, index) =>
          values === null || values[0] + values[1] === 0
            ? []
            : [
                [
                  `${index + 1} Nov`,
                  { ...(values[0] > 0 && { x: values[0] }), ...(values[1] > 0 && { y: values[1] }) },
                ],
              ],
        ),
      )
      for (const drawing of drawings(text)) expect(measured(drawing)).toEqual(expected)
      expect(rows(text)).toEqual(
        days.map((values, index) => [
          `${index + 1} Nov`,
          ...(values === null ? ['–', '–', '–'] : [values[0] + values[1], ...values].map(String)),
        ]),
      )
      expect(text).not.toContain('style=')
    }),
    { numRuns: 50 },
  )
})

test('a column stands over its own day', () => {
  const days = Array.from({ length: 30 }, (_, index) =>
    index === 12 ? ([3, 0] as const) : ([0, 0] as const),
  )
  for (const [drawing = '', width, left] of [
    [drawings(renderToString(columns(november(days))))[0], 680, 26],
    [drawings(renderToString(columns(november(days))))[1], 340, 26],
  ] as const) {
    const [[x, bar] = []] = all(drawing, /<rect class="x" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/g)
    const middle = Number(x) + Number(bar) / 2
    expect(Math.floor((middle - left) / ((width - left) / 30))).toBe(12)
  }
})

test('a day without runs draws nothing, and one of which nothing is known dots the base line', () => {
  const [broad = ''] = drawings(renderToString(columns(november([[2, 1], [0, 0], null, null]))))
  expect(all(broad, /<g><title>([^<]*)/g)).toEqual([['1 Nov: 2 passed, 1 not passed']])
  expect(all(broad, /class="gap" d="([^"]*)"/g)).toEqual([['M353 152h163.5M516.5 152h163.5']])
  const [known = ''] = drawings(renderToString(columns(november([[2, 1]]))))
  expect(known).not.toContain('class="gap"')
})

test('the parts of a column stand a pixel apart', () => {
  const [broad = ''] = drawings(renderToString(columns(november([[10, 5]]))))
  const parts = all(broad, /<rect class="\w" x="[\d.]+" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"/g)
  const [lower = [], upper = []] = parts.map((each) => each.map(Number))
  expect(Number(lower[0]) - (Number(upper[0]) + Number(upper[1]))).toBeCloseTo(1, 5)
})

test('the last label ends within the drawing', () => {
  const days = november(Array.from({ length: 90 }, () => [1, 0] as const))
  const points = days.points.map((point) => ({ ...point, tick: '28 Nov' }))
  const labels = all(
    drawings(renderToString(columns({ ...days, points })))[0] ?? '',
    /<text x="([\d.]+)" y="176" text-anchor="middle">28 Nov/g,
  )
  // Letters of a wide face are two thirds of their size wide.
  expect(Number(labels.at(-1)?.[0]) + ('28 Nov'.length * 11 * 2) / 3 / 2).toBeLessThanOrEqual(680 + 1)
})

test('the figures are in one sentence for those who see no drawing', () => {
  const text = renderToString(columns(november([[4, 1], null, [20, 6], [7, 2]])))
  const sentence = 'Runs by day, November 2026: runs 40 (31 passed, 9 not passed); highest on 3 Nov with 26'
  expect(all(text, /role="img" aria-label="([^"]*)"/g)).toEqual([[sentence], [sentence]])
  expect(renderToString(columns(november([[0, 0], null])))).toContain(
    'aria-label="Runs by day, November 2026: runs 0 (0 passed, 0 not passed)"',
  )
})

test('a line is interrupted where nothing is known', () => {
  const charged: ChartData = {
    title: 'Charged by day',
    period: 'November 2026',
    pointName: 'Day',
    totalName: 'Charged, USD',
    series: ['Charged'],
    points: [100_000, 0, null, 250_000, 50_000].map((value, index) => ({
      name: `${index + 1} Nov`,
      tick: String(index + 1),
      values: value === null ? null : [value],
    })),
    format: (micros) => usdText(BigInt(micros)),
    smallestStep: 10_000,
  }
  const text = renderToString(lines(charged))
  const [broad = ''] = drawings(text)
  const [[path = ''] = []] = all(broad, /class="l x" d="([^"]*)"/g)
  expect(path.replaceAll(/[\d. ]+/g, '')).toBe('MLML')
  expect(all(broad, /<g><title>([^<]*)/g)).toEqual([
    ['1 Nov: 0.10'],
    ['2 Nov: 0.00'],
    ['4 Nov: 0.25'],
    ['5 Nov: 0.05'],
  ])
  expect(rows(text).map(([, amount]) => amount)).toEqual(['0.10', '0.00', '–', '0.25', '0.05'])
  expect(text).not.toContain('style=')
})

test('a text of others is escaped in the drawing, the legend and the table', () => {
  const hostile = { ...november([[1, 0]]), series: ['<b>', '"\u202E'] as const, title: '"><script>' }
  const text = renderToString(columns(hostile)) + renderToString(chartLegend(hostile))
  expect(text).not.toMatch(/<script|<b>|\u202E/)
})

test.each([
  [0, 1, [0, 1, 2]],
  [2, 1, [0, 1, 2]],
  [3, 1, [0, 2, 4]],
  [26, 1, [0, 20, 40]],
  [40, 1, [0, 20, 40]],
  [41, 1, [0, 50, 100]],
  [1_000_000, 1, [0, 500_000, 1_000_000]],
  [15_000, 10_000, [0, 10_000, 20_000]],
])('the lines for values up to %d with steps from %d are %j', (largest, smallest, ticks) => {
  expect(scaleFor(largest, smallest).ticks).toEqual(ticks)
})

test.each([
  [27, 5, [0, 5, 10, 15, 20, 26]],
  [30, 5, [0, 5, 10, 15, 20, 25, 29]],
  [27, 7, [0, 7, 14, 21, 26]],
  [1, 5, [0]],
  [0, 5, []],
])('of %d points with a label for each %dth these have one: %j', (count, each, indexes) => {
  expect(labelledPoints(count, each)).toEqual(indexes)
})

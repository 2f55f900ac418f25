import type { UsageReport } from '@outturn/contracts'
import { card, chartLegend, columns, lines, usdText } from '@outturn/pages'
import type { VNode } from 'preact'
import { dayText } from './period/month.ts'

type Days = UsageReport['days']

type ChartPeriod = {
  /** First day of which figures are known: that on which the account was opened. */
  readonly knownFrom: string
  /** The period in words, such as `November 2026`. */
  readonly text: string
}

/** Runs of each day, those that passed below those that did not. */
export function runsByDayCard(days: Days, period: ChartPeriod): VNode {
  const data = {
    title: 'Runs by day',
    period: period.text,
    pointName: 'Day',
    totalName: 'Runs',
    series: ['Passed', 'Not passed'],
    points: pointsOf(days, period, ({ runs, passed }) => [passed, runs - passed]),
  }
  return card({ id: 'runs-by-day', title: data.title, aside: chartLegend(data) }, columns(data))
}

/** What was charged on each day. */
export function chargedByDayCard(days: Days, period: ChartPeriod): VNode {
  const data = {
    title: 'Charged by day',
    period: period.text,
    pointName: 'Day',
    totalName: 'Charged, USD',
    series: ['Charged, USD'],
    // Nine billion dollars are the largest amount of which a number holds the millionths exactly.
    points: pointsOf(days, period, ({ chargedMicros }) => [Number(chargedMicros)]),
    format: (micros: number) => usdText(BigInt(micros)),
    smallestStep: 10_000,
  }
  return card({ id: 'charged-by-day', title: data.title, aside: chartLegend(data) }, lines(data))
}

function pointsOf(
  days: Days,
  { knownFrom }: ChartPeriod,
  valuesOf: (day: Days[number]) => readonly number[],
) {
  const isWithinMonth = new Set(days.map(({ date }) => date.slice(0, 7))).size === 1
  return days.map((each) => ({
    name: dayText(each.date),
    tick: isWithinMonth ? String(Number(each.date.slice(8, 10))) : dayText(each.date),
    values: each.date < knownFrom ? null : valuesOf(each),
  }))
}

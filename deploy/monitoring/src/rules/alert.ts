import type { Duration } from './time-scale.ts'

/** Who an alert is for: the platform, the money, or keys, receipts and their log. */
export type Team = 'platform' | 'money' | 'trust'

/** Series of a case, by their selector, in the notation of `promtool test rules`: one value a minute, from minute 0. */
export type Series = Readonly<Record<string, string>>

/** What an alert shows of itself; the labels of its rule are added to these. */
export type ShownAlert = { readonly labels?: Readonly<Record<string, string>>; readonly summary: string }

/** A rule of Prometheus, with a case in which it fires and one in which it stays silent. */
export type Alert = {
  readonly name: string
  /** PromQL; a threshold that is a time is written `seconds(5m)`. */
  readonly expr: string
  /** How long the expression has to hold. */
  readonly for: Duration
  /**
   * How many further looks of the processes at themselves have to find the same, at whatever scale: one look that came at a bad moment
   * holds until the next.
   */
  readonly looks?: number
  /** How long it goes on after the expression held last: a store that comes and goes stays one fault, and explains what recovers after it. */
  readonly keepsFiringFor?: Duration
  /** `page` wakes an operator, `ticket` can wait until morning, `none` only tells other rules. */
  readonly severity: 'page' | 'ticket' | 'none'
  readonly team: Team
  /** One sentence: a template of Prometheus. */
  readonly summary: string
  /**
   * What this alert explains, so that no other page is sent for it: `everything`, whatever the same `service` shows, or the `symptoms`
   * of the whole system.
   */
  readonly inhibits?: 'everything' | 'service' | 'symptoms'
  /** Shows that callers or events wait, whatever the cause: no page of its own while a cause is known. */
  readonly isSymptom?: boolean
  /** Is never explained by another alert. */
  readonly standsAlone?: boolean
  readonly fires: {
    readonly series: Series
    readonly after: Duration
    readonly alerts: readonly ShownAlert[]
  }
  /** `never` for the one alert that always fires. */
  readonly silent: { readonly series: Series; readonly after: Duration } | 'never'
}

/** A value that stays for so many minutes. */
export const steady = (value: number, minutes = 180): string => `${value}+0x${minutes}`

/** A counter that rises by so much a minute. */
export const rising = (perMinute: number, minutes = 180): string => `0+${perMinute}x${minutes}`

/** A symptom waits for the look that finds its cause. */
export function looksOf({ looks, isSymptom }: Pick<Alert, 'looks' | 'isSymptom'>): number {
  return looks ?? (isSymptom === true ? 1 : 0)
}

/** Labels that the rule of an alert sets. */
export function labelsOf(alert: Alert): Record<string, string> {
  return {
    severity: alert.severity,
    team: alert.team,
    ...(alert.inhibits !== undefined && { inhibits: alert.inhibits }),
    ...(alert.isSymptom === true && { symptom: 'true' }),
    ...(alert.standsAlone === true && { stands_alone: 'true' }),
  }
}

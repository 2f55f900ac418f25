import { windowMs } from './sliding-log.ts'

const policyName = 'api-v1'

/** The standing of one caller: its quota a minute, what is left and when some returns. */
export type RateStanding = { readonly quota: number; readonly remaining: number; readonly resetMs: number }

/** `"api-v1";q=120;w=60`: quota and window in seconds. */
export function policyField(quota: number): string {
  return `"${policyName}";q=${quota};w=${windowMs / 1000}`
}

/** `"api-v1";r=117;t=42`: requests left, and seconds until more return. */
export function standingField(standing: RateStanding): string {
  return `"${policyName}";r=${standing.remaining};t=${secondsUntilReset(standing)}`
}

/** Whole seconds after which a refused caller is served again. */
export function secondsUntilReset(standing: RateStanding): number {
  return Math.max(0, Math.ceil(standing.resetMs / 1000))
}

import type { Scaling, ScalingDirection, ScalingTrigger } from './scaling.ts'

/** What a trigger read: messages of a lag, or the mean CPU of the ready processes in per cent; null when it could not be read. */
export type TriggerReading = { readonly trigger: ScalingTrigger; readonly value: number | null }

/** What the autoscaler sees at one look. */
export type Look = {
  /** Seconds. */
  readonly at: number
  /** Processes that take work; others have been started and do not yet. */
  readonly ready: number
  readonly readings: readonly TriggerReading[]
}

type Change = { readonly at: number; readonly by: number }
type Wish = { readonly at: number; readonly replicas: number }

export type AutoscalerState = {
  readonly replicas: number
  /** What was wanted at earlier looks, before it was held back. */
  readonly wishes: readonly Wish[]
  readonly changes: readonly Change[]
  /** How often in a row each trigger could not be read, by its place among the triggers. */
  readonly failures: readonly number[]
}

/** The controller of Kubernetes looks this often, whatever the polling interval of KEDA is, seconds. */
export const lookEverySeconds = 15
/** A number that is wanted for less than a tenth of change is not wanted. */
const tolerance = 0.1

export function startedAutoscaler({ minReplicas, triggers }: Scaling): AutoscalerState {
  return { replicas: minReplicas, wishes: [], changes: [], failures: triggers.map(() => 0) }
}

/**
 * One look of the autoscaler, as KEDA and the HorizontalPodAutoscaler (autoscaling/v2) together take it: each trigger wants a number, the
 * highest is held back by the stabilization windows, then by the policies, then by the bounds.
 */
export function look(
  scaling: Scaling,
  state: AutoscalerState,
  { at, ready, readings }: Look,
): AutoscalerState {
  const failures = scaling.triggers.map((trigger, index) =>
    readingOf(trigger, readings) === null ? (state.failures[index] ?? 0) + 1 : 0,
  )
  const wanted = scaling.triggers.map((trigger, index) =>
    wantedBy(trigger, readingOf(trigger, readings), {
      scaling,
      state,
      ready,
      failures: failures[index] ?? 0,
    }),
  )
  const known = wanted.filter((replicas) => replicas !== null)
  const highest = known.length === 0 ? state.replicas : Math.max(...known)
  // What could not be read may want more than the others do, so it holds the number up.
  const wish = known.length < wanted.length ? Math.max(highest, state.replicas) : highest
  const replicas = held(scaling, state, { at, replicas: wish })
  return {
    replicas,
    wishes: [...within(state.wishes, at, longestWindow(scaling)), { at, replicas: wish }],
    changes: [
      ...within(state.changes, at, longestPeriod(scaling)),
      ...(replicas === state.replicas ? [] : [{ at, by: replicas - state.replicas }]),
    ],
    failures,
  }
}

function readingOf(trigger: ScalingTrigger, readings: readonly TriggerReading[]): number | null {
  return readings.find((reading) => reading.trigger === trigger)?.value ?? null
}

type Present = { scaling: Scaling; state: AutoscalerState; ready: number; failures: number }

/** The number that one trigger wants; null when it says nothing. */
function wantedBy(trigger: ScalingTrigger, value: number | null, present: Present): number | null {
  const { replicas } = present.state
  if (trigger.type === 'cpu')
    return value === null ? null : wantedByCpu(trigger.utilizationPercent, value, present)
  if (value === null) return wantedByFallback(present)
  if (isTolerated(value / (trigger.threshold * replicas))) return replicas
  return Math.ceil(value / trigger.threshold)
}

/** Processes that do not take work yet count as idle before more are started, and as busy before any is stopped. */
function wantedByCpu(target: number, meanPercent: number, { state: { replicas }, ready }: Present): number {
  const ratio = meanPercent / target
  if (isTolerated(ratio) || ready === 0) return replicas
  const starting = Math.max(0, replicas - ready)
  if (starting === 0) return Math.ceil(ratio * ready)
  const all = (meanPercent * ready + (ratio < 1 ? starting * target : 0)) / replicas / target
  return isTolerated(all) || all > 1 !== ratio > 1 ? replicas : Math.ceil(all * replicas)
}

function wantedByFallback({ scaling: { fallback }, state: { replicas }, failures }: Present): number | null {
  if (fallback === undefined || failures < fallback.failureThreshold) return null
  return Math.max(replicas, fallback.replicas)
}

function isTolerated(ratio: number): boolean {
  return Math.abs(ratio - 1) <= tolerance
}

function held(scaling: Scaling, state: AutoscalerState, wish: Wish): number {
  const { behavior, minReplicas, maxReplicas } = scaling
  const inWindow = ({ stabilizationWindowSeconds }: ScalingDirection) =>
    [...within(state.wishes, wish.at, stabilizationWindowSeconds), wish].map(({ replicas }) => replicas)
  const atLeast = Math.min(...inWindow(behavior.up))
  const atMost = Math.max(...inWindow(behavior.down))
  const stable = Math.min(Math.max(state.replicas, atLeast), atMost)
  const limited =
    stable > state.replicas
      ? Math.min(stable, mostByPolicies(behavior.up, state, wish.at))
      : Math.max(stable, leastByPolicies(behavior.down, state, wish.at))
  return Math.min(maxReplicas, Math.max(minReplicas, limited))
}

function mostByPolicies({ policies }: ScalingDirection, state: AutoscalerState, at: number): number {
  const limits = policies.map(({ type, value, periodSeconds }) => {
    const before = beforePeriod(state, at, periodSeconds)
    return type === 'Pods' ? before + value : Math.ceil(before * (1 + value / 100))
  })
  return Math.max(...limits)
}

function leastByPolicies({ policies }: ScalingDirection, state: AutoscalerState, at: number): number {
  const limits = policies.map(({ type, value, periodSeconds }) => {
    const before = beforePeriod(state, at, periodSeconds)
    return type === 'Pods' ? before - value : Math.floor(before * (1 - value / 100))
  })
  return Math.min(...limits)
}

function beforePeriod({ replicas, changes }: AutoscalerState, at: number, periodSeconds: number): number {
  return within(changes, at, periodSeconds).reduce((before, { by }) => before - by, replicas)
}

function within<T extends { readonly at: number }>(entries: readonly T[], now: number, seconds: number): T[] {
  return entries.filter(({ at }) => at > now - seconds)
}

function longestWindow({ behavior: { up, down } }: Scaling): number {
  return Math.max(up.stabilizationWindowSeconds, down.stabilizationWindowSeconds)
}

function longestPeriod({ behavior: { up, down } }: Scaling): number {
  return Math.max(...[...up.policies, ...down.policies].map(({ periodSeconds }) => periodSeconds))
}

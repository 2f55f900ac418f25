import type { Tone } from '@outturn/pages'

const tones: Readonly<Record<string, Tone>> = {
  pass: 'pass',
  partial: 'partial',
  fail: 'fail',
  uncertain: 'uncertain',
}

/** How the badge of a result looks. */
export function toneOf(result: string): Tone {
  return tones[result] ?? 'neutral'
}

import type { AddressBlock } from '@outturn/checkers'

/** What a deployment lets its observations reach. */
export type FetchRules = {
  /** Ports beside 80 and 443. */
  readonly extraPorts: readonly number[]
  /** Blocks that may be dialled although they are not public; empty in production. */
  readonly exceptions: readonly AddressBlock[]
  readonly userAgent: string
}

/** Longest URL that is asked for, in characters; a redirect may not get around it. */
export const maxUrlChars = 2_048

import { randomBytes } from 'node:crypto'

/** An id of the API that no other object has. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

/** Now, in the seconds of the API. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1_000)
}

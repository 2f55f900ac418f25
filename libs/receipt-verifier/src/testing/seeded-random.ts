import { toHex } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'

/** Numbers that look random and are the same for the same seed. */
export class SeededRandom {
  #state: number

  constructor(seed: string) {
    this.#state = new DataView(nodeSha256(seed).buffer.slice(0, 4)).getUint32(0)
  }

  /** An integer from 0 to 2^32−1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }

  /** An integer from 0 to below `end`. */
  below(end: number): number {
    return this.next() % end
  }

  /** An integer from `first` to `last`, both included. */
  between(first: number, last: number): number {
    return first + this.below(last - first + 1)
  }

  chance(percent: number): boolean {
    return this.below(100) < percent
  }

  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError('There is nothing to pick from.')
    return items[this.below(items.length)] as Item
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const rest = [...items]
    return items.map(() => rest.splice(this.below(rest.length), 1)[0] as Item)
  }

  /** 64 lower-case hexadecimal digits. */
  hex64(): string {
    return toHex(nodeSha256(`${this.next()} ${this.next()}`))
  }

  /** A prefix and 24 hexadecimal digits. */
  id(prefix: string): string {
    return `${prefix}${this.hex64().slice(0, 24)}`
  }
}

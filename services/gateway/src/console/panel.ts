import { Refusal } from '@outturn/contracts'

/** What a panel of a page shows; null where it cannot be read, which leaves the rest of the page. */
export async function orNull<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

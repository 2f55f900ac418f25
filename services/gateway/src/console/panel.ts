import { Refusal } from '@outturn/contracts'

/** How long a page waits for other services, ms. */
export const panelMs = 2_000

/** What a panel of a page shows; null where it cannot be read, which leaves the rest of the page. */
export async function orNull<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

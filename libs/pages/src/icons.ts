import { readFile } from 'node:fs/promises'

/** The icon of the site, as browsers ask for it. */
export function readIcon(form: 'svg' | 'ico'): Promise<Uint8Array> {
  return readFile(new URL(`./favicon.${form}`, import.meta.url))
}

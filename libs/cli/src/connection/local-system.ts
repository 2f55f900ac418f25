import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../host.ts'
import { isLoopbackAddress } from './loopback.ts'

/** A system that `npm start` runs from the folder of the checkout. */
export type LocalSystem = { readonly file: string; readonly url: string; readonly key: string }

/**
 * The local system that runs from this folder, by the file that it writes. Undefined where there is none. A file of another user, or one that
 * names another machine, is not followed: a folder that was unpacked must not say where deliveries are sent.
 */
export function localSystem(env: Env): LocalSystem | undefined {
  const file = join(env['OUTTURN_HOME'] || '.outturn', 'local.json')
  try {
    const { uid } = statSync(file)
    if (process.getuid !== undefined && uid !== process.getuid()) return undefined
    const { base_url: url, api_key: key } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    if (typeof url !== 'string' || typeof key !== 'string' || !isLoopbackAddress(url)) return undefined
    return { file, url, key }
  } catch {
    return undefined
  }
}

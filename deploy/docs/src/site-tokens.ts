import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const stylesheet = join(import.meta.dirname, '../../../libs/pages/src/tokens.css')

/** The tokens of the hosted pages: those of the dark look under the class by which the site changes between the two. */
export function siteTokens(): string {
  const [light, dark] = readFileSync(stylesheet, 'utf8').match(/:root \{[^}]*\}/g) ?? []
  if (light === undefined || dark === undefined) throw new Error('tokens.css has no :root for both looks')
  return `${light}\n${dark.replace(':root', '.dark')}\n`
}

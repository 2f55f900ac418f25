import { isLongLanguage, isScript } from './even-subtags.ts'
import { grandfathered, regions, shortLanguages } from './language-subtags.ts'

const tag =
  /^([a-z]{2,3})(?:-([a-z]{3}))?(?:-([a-z]{4}))?(?:-([a-z]{2}|\d{3}))?((?:-(?:[a-z0-9]{5,8}|\d[a-z0-9]{3}))*)((?:-[0-9a-wy-z](?:-[a-z0-9]{2,8})+)*)(?:-x(?:-[a-z0-9]{1,8})+)?$/
const privateUse = /^x(?:-[a-z0-9]{1,8})+$/
const privateLanguage = /^q[a-t][a-z]$/
const privateScript = /^qa(?:a[a-z]|b[a-x])$/
const privateRegion = /^(?:q[m-z]|x[a-z])$/

/** A tag of RFC 5646 whose language, script and region are registered; variants and extensions by their form. */
export function isLanguageTag(text: string): boolean {
  const lower = text.toLowerCase()
  if (privateUse.test(lower) || grandfathered.has(lower)) return true
  const parts = tag.exec(lower)
  if (parts === null) return false
  const [, language = '', extended, script, region, variants = '', extensions = ''] = parts
  return (
    isLanguage(language) &&
    (extended === undefined || isLongLanguage(extended)) &&
    (script === undefined || privateScript.test(script) || isScript(script)) &&
    (region === undefined || privateRegion.test(region) || regions.has(region.toUpperCase())) &&
    isWithoutRepetition(variants.split('-').slice(1)) &&
    isWithoutRepetition(Array.from(extensions.matchAll(/-([0-9a-wy-z])(?=-)/g), ([, single = '']) => single))
  )
}

function isLanguage(subtag: string): boolean {
  return subtag.length === 2
    ? shortLanguages.has(subtag)
    : privateLanguage.test(subtag) || isLongLanguage(subtag)
}

function isWithoutRepetition(subtags: readonly string[]): boolean {
  return new Set(subtags).size === subtags.length
}

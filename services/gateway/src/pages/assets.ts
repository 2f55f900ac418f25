import { extname } from 'node:path'
import { type BuiltAssets, buildAssets as buildPageAssets } from '@outturn/pages'

export type PageAssets = BuiltAssets<'verify-receipt' | 'verify-file'>

let built: Promise<PageAssets> | undefined

/** The page scripts, bundled with the published receipt verifier, and the stylesheet: once in a process, at start, in memory. */
export function buildAssets(): Promise<PageAssets> {
  // A built copy of this module lies beside built copies of the others.
  const script = (name: string) => new URL(`./browser/${name}${extname(import.meta.url)}`, import.meta.url)
  built ??= buildPageAssets({
    'verify-receipt': script('verify-receipt'),
    'verify-file': script('verify-file'),
  })
  return built
}

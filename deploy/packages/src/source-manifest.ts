import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const repository = join(import.meta.dirname, '../../..')

/** The members of a library's manifest that its published package repeats. */
export interface SourceManifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly keywords?: readonly string[]
  readonly license: string
  readonly repository?: { readonly type: string; readonly url: string; readonly directory: string }
  readonly engines?: { readonly node: string }
  readonly exports: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
}

export function readSourceManifest(folder: string): SourceManifest {
  return JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8')) as SourceManifest
}

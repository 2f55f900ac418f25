import { alt, map, maybe, memo, opt, part, said, seq, token, words, type Rule } from '../chart.ts'
import { type Clause, gate } from '../demands/demands.ts'

/** `sha256 is 2c26…`. */
const algorithms = words<'sha256' | 'sha384' | 'sha512' | null>([
  ['sha256|sha-256|sha 256', 'sha256'],
  ['sha384|sha-384|sha 384', 'sha384'],
  ['sha512|sha-512|sha 512', 'sha512'],
  ['', null],
])
const digestLengths: Readonly<Record<number, 'sha256' | 'sha384' | 'sha512'>> = {
  64: 'sha256',
  96: 'sha384',
  128: 'sha512',
}
const quotedName = token(({ kind, value }) => (kind === 'quoted' || kind === 'backtick' ? value : null))

export const digests: Rule<Clause> = memo(
  map(
    seq(
      maybe('the|its|a|file|the file|the content|content|delivery'),
      algorithms,
      maybe('digest|hash|checksum|hash sum|checksum of|sum|fingerprint|file checksum|file hash|hash value'),
      maybe(
        'of the file|of the content|of the delivery|of the document|of the text|of the deliverable|of the report|of it|of the data',
      ),
      opt(
        alt<'canonical' | { readonly name: string }>(
          map(said('of the canonical json'), () => 'canonical' as const),
          map(seq(said('of'), quotedName), ([, name]) => ({ name })),
        ),
        null,
      ),
      said('is|equals|matches|=|must be|must match|must equal|should be|should match|has to be|:'),
      part(
        'value',
        token(({ kind, value }) => (kind === 'digest' ? value : null)),
      ),
    ),
    ([, algorithm, noun, , over, , digest], chart, at) => {
      const first = chart.tokens[at]?.folded ?? ''
      const isNamed = algorithm !== null || noun || /^(?:file|checksum|hash|digest)$/.test(first)
      const found = digestLengths[digest.length]
      if (!isNamed || found === undefined || (algorithm !== null && algorithm !== found)) return null
      return gate({
        checker: 'hash_matches',
        expected: digest,
        ...(found !== 'sha256' && { algorithm: found }),
        ...(over === 'canonical' && { over: 'canonical_json' as const }),
        ...(over !== null && over !== 'canonical' && { field: over.name }),
      })
    },
  ),
)

import type { ClaimText } from './claim-text.ts'
import type { Citation } from '@outturn/agreement'

const utf8 = new TextEncoder()

/** Whether each citation quotes its evidence byte for byte, and there is one; blank quotes prove nothing. */
export function areCitationsTrue(citations: readonly Citation[], texts: readonly ClaimText[]): boolean {
  const bytes = new Map<string, Uint8Array>()
  const bytesOf = ({ evidenceId, text }: ClaimText) => {
    const known = bytes.get(evidenceId) ?? utf8.encode(text)
    bytes.set(evidenceId, known)
    return known
  }
  return (
    citations.length > 0 &&
    citations.every((citation) => {
      const cited = texts.find(({ evidenceId }) => evidenceId === citation.evidence_id)
      return cited !== undefined && quotes(citation, bytesOf(cited))
    })
  )
}

function quotes({ start, end, quote }: Citation, text: Uint8Array): boolean {
  if (start === null || end === null || start < 0 || end > text.length) return false
  const quoted = utf8.encode(quote)
  if (quote.trim() === '' || quoted.length !== end - start) return false
  return quoted.every((byte, at) => byte === text[start + at])
}

/** A judge's quote with its place in the text of the item that it names: the first one, null where it is nowhere. */
export function locateQuote(evidenceId: string, quote: string, texts: readonly ClaimText[]): Citation {
  const cited = texts.find((text) => text.evidenceId === evidenceId)
  const at = quote === '' ? -1 : (cited?.text.indexOf(quote) ?? -1)
  if (cited === undefined || at < 0) return { evidence_id: evidenceId, start: null, end: null, quote }
  const start = utf8.encode(cited.text.slice(0, at)).length
  return { evidence_id: evidenceId, start, end: start + utf8.encode(quote).length, quote }
}

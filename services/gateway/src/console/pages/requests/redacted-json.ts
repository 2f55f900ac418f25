import { html } from '@outturn/pages'
import type { ComponentChildren } from 'preact'
import type { RedactedValue } from '../../../request-log/redact-body.ts'

/** A redacted body as indented JSON: what is left out in words, and the member that caused the error marked. */
export function redactedJson(value: RedactedValue, field: string | null): readonly ComponentChildren[] {
  return lines(value, { path: '', field, indent: '' })
}

type Place = { readonly path: string; readonly field: string | null; readonly indent: string }

function lines(value: RedactedValue, place: Place): readonly ComponentChildren[] {
  const shown = shownValue(value, place)
  const isCause = place.path !== '' && place.path === place.field
  return isCause ? [html`<mark>${shown}</mark>`] : shown
}

function shownValue(value: RedactedValue, place: Place): readonly ComponentChildren[] {
  if (typeof value !== 'object' || value === null) return [JSON.stringify(value)]
  if (isList(value)) {
    const items = value.map((each, index) => [...lines(each, deeper(place, `${place.path}[${index}]`))])
    return enclosed('[', items, ']', place)
  }
  if (typeof value['$redacted'] === 'string') return [html`<span class="gone">${leftOut(value)}</span>`]
  const members = Object.entries(value).map(([name, member]) => {
    const path = place.path === '' ? name : `${place.path}.${name}`
    return name === '$unknown'
      ? lines(member, deeper(place, path))
      : [`${JSON.stringify(name)}: `, ...lines(member, deeper(place, path))]
  })
  return enclosed('{', members, '}', place)
}

function isList(value: object): value is readonly RedactedValue[] {
  return Array.isArray(value)
}

function enclosed(
  open: string,
  parts: readonly (readonly ComponentChildren[])[],
  close: string,
  { indent }: Place,
): readonly ComponentChildren[] {
  if (parts.length === 0) return [open + close]
  const inner = parts.flatMap((part, index) => [`${index === 0 ? '' : ','}\n${indent}  `, ...part])
  return [open, ...inner, `\n${indent}${close}`]
}

function deeper({ field, indent }: Place, path: string): Place {
  return { path, field, indent: `${indent}  ` }
}

/** `text, 14`, `2 items`, `not JSON: 16 bytes, broken at position 15`. */
function leftOut(value: { readonly [member: string]: RedactedValue }): string {
  const size = (name: string) => sizeText(value[name])
  const counted = (name: string, noun: string) => `${size(name)} ${noun}${value[name] === 1 ? '' : 's'}`
  switch (value['$redacted']) {
    case 'text':
      return `text, ${size('length')}`
    case 'list':
      return counted('items', 'item')
    case 'object':
      return `object, ${counted('members', 'member')}`
    case 'members':
      return `${counted('members', 'unknown member')}, ${size('bytes')} bytes`
    case 'invalid_json':
      return `not JSON: ${size('bytes')} bytes, broken at position ${size('position')}`
    case 'body':
      return `body, ${size('bytes')} bytes`
    default:
      return sizeText(value['$redacted'])
  }
}

function sizeText(size: RedactedValue | undefined): string {
  return typeof size === 'string' ? size : JSON.stringify(size ?? null)
}

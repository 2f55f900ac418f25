import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import { create, type Font } from 'fontkit'

export type Weight = 400 | 600

/** The files of Noto Sans, by the scripts that they have; the first that has a letter sets it. */
const subsets = [
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'vietnamese',
  'devanagari',
] as const

/** One file of the typeface. */
type Face = { readonly name: string; readonly bytes: Buffer; readonly font: Font }

/** The typeface in both weights; text is set in runs of one file each. */
export type Typeface = Readonly<Record<Weight, readonly Face[]>>

let loaded: Promise<Typeface> | undefined

/** Reads the files of the typeface once. */
export function loadTypeface(): Promise<Typeface> {
  loaded ??= readTypeface()
  return loaded
}

async function readTypeface(): Promise<Typeface> {
  const [regular, strong] = await Promise.all([readFaces(400), readFaces(600)])
  return { 400: regular, 600: strong }
}

function readFaces(weight: Weight): Promise<Face[]> {
  const { resolve } = createRequire(import.meta.url)
  return Promise.all(
    subsets.map(async (subset) => {
      const bytes = await readFile(
        resolve(`@fontsource/noto-sans/files/noto-sans-${subset}-${weight}-normal.woff`),
      )
      return { name: `${subset}-${weight}`, bytes, font: create(bytes) as Font }
    }),
  )
}

/** A part of a text that one file sets. */
type TextRun = { readonly face: string; readonly text: string }

/** Characters that break a line or turn its direction; no text of one line has them. */
const unsettable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** The text in runs of one file each, or null where it has a character that no file has. */
export function textRuns(typeface: Typeface, weight: Weight, text: string): readonly TextRun[] | null {
  if (unsettable.test(text)) return null
  const runs: { face: string; text: string }[] = []
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const last = runs.at(-1)
    // A mark and a space stay with the letters before them.
    const faces = typeface[weight].filter(({ font }) => font.hasGlyphForCodePoint(code))
    const face = faces.find(({ name }) => name === last?.face) ?? faces[0]
    if (face === undefined) return null
    if (last?.face === face.name) last.text += character
    else runs.push({ face: face.name, text: character })
  }
  return runs
}

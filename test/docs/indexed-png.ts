import { crc32, deflateSync } from 'node:zlib'

/** Pixels as a canvas has them: four bytes each, row by row. */
export type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8Array }

const mostColours = 200

/** A PNG of at most 200 colours: the most frequent ones that look different, and for every other pixel the nearest of them. */
export function indexedPng({ width, height, data }: Pixels): Buffer {
  const counts = new Map<number, number>()
  const colourAt = (pixel: number) =>
    data.subarray(pixel * 4, pixel * 4 + 3).reduce((sum, each) => sum * 256 + each, 0)
  const colours = Array.from({ length: width * height }, (_, pixel) => colourAt(pixel))
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const palette = chosen(counts)
  const indexes = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]))
  const rows = Buffer.alloc(height * (width + 1))
  colours.forEach((colour, pixel) => {
    rows[pixel + Math.floor(pixel / width) + 1] = indexes.get(colour) ?? 0
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits for a pixel, which is an index.
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channelsOf))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Shades of a frequent colour leave room for a rare one. */
function chosen(counts: ReadonlyMap<number, number>): readonly number[] {
  const palette: number[] = []
  for (const [colour] of Array.from(counts).toSorted(([, left], [, right]) => right - left)) {
    if (palette.every((each) => distance(each, colour) >= leastDistance)) palette.push(colour)
    if (palette.length === mostColours) break
  }
  return palette
}

/** Sum of the squares of the differences of the channels. */
const leastDistance = 60

function distance(left: number, right: number): number {
  const channels = channelsOf(right)
  return channelsOf(left).reduce((sum, channel, index) => sum + (channel - (channels[index] ?? 0)) ** 2, 0)
}

function channelsOf(colour: number): [number, number, number] {
  return [Math.floor(colour / 65_536), Math.floor(colour / 256) % 256, colour % 256]
}

function nearest(palette: readonly number[], colour: number): number {
  const distances = palette.map((each) => distance(each, colour))
  return distances.indexOf(Math.min(...distances))
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(content.length, 0)
  framed.set(named, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

/** Hashes or entries of one full tile. */
export const TILE_WIDTH = 256
export const HASH_BYTES = 32
/** A run of consecutive hashes at one level of the tree, as C2SP tlog-tiles cuts it. */
export interface HashTile {
  /** 0 for leaf hashes; each hash of a level above stands for a full tile below. */
  readonly level: number
  /** Zero-based within the level. */
  readonly index: number
  /** Number of hashes, 1 to 256; below 256 the tile is partial. */
  readonly width: number
}

/** A tile as it is addressed: of hashes, or of the entries themselves. */
export type TileAddress = Omit<HashTile, 'level'> & { readonly level: HashTile['level'] | 'entries' }

/** How many leaves each hash of a level stands for. */
export function leavesPerHash(level: number): number {
  return TILE_WIDTH ** level
}

/** How many hashes of a level the tree of this many leaves has. */
export function hashesAtLevel(level: number, size: number): number {
  return Math.floor(size / leavesPerHash(level))
}

/** The tile at this place in the tree of this many leaves; undefined where there is none. */
export function tileOfTree(level: number, index: number, size: number): HashTile | undefined {
  const width = Math.min(TILE_WIDTH, hashesAtLevel(level, size) - index * TILE_WIDTH)
  return width > 0 ? { level, index, width } : undefined
}

/** The path of a tile below the prefix of its log, such as `tile/0/x001/234.p/5`. */
export function tilePath({ level, index, width }: TileAddress): string {
  const groups = [String(index % 1_000).padStart(3, '0')]
  for (let rest = Math.floor(index / 1_000); rest > 0; rest = Math.floor(rest / 1_000)) {
    groups.unshift(`x${String(rest % 1_000).padStart(3, '0')}`)
  }
  const partial = width === TILE_WIDTH ? '' : `.p/${width}`
  return `tile/${level}/${groups.join('/')}${partial}`
}

const PATH = /^tile\/(entries|[0-6])\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

/** Reads the path of a tile; undefined unless it is the one spelling of an address that a tree can have. */
export function readTilePath(path: string): TileAddress | undefined {
  const [, level, groups = '', width] = PATH.exec(path) ?? []
  if (level === undefined) return undefined
  const address = {
    level: level === 'entries' ? level : Number(level),
    index: Number(groups.replaceAll(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  } as const
  if (address.width > TILE_WIDTH || !Number.isSafeInteger(address.index)) return undefined
  return tilePath(address) === path ? address : undefined
}

/** A block of the chain. */
export type ChainBlock = { readonly block: bigint; readonly hash: string }

/**
 * How certain it is that the chain keeps a block that was recorded. `new`: the chain had it when it was recorded; `checked`: also when
 * a later block was noted as seen; `doubted`: the chain has another block in its place; `final`: the chain keeps it.
 */
export type BlockState = 'new' | 'checked' | 'doubted' | 'final'

/** The block that has what was recorded. */
export type RecordedBlock = ChainBlock & { readonly state: BlockState }

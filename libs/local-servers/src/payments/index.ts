export {
  type Authorization,
  authorizationIn,
  cancelAuthorization,
  endingAt,
  useAuthorization,
} from './authorization.ts'
export {
  type ChainAccess,
  connectChain,
  dollarAbi,
  dollarAddress,
  type LocalChain,
  localAccounts,
  localKeys,
  multicallAbi,
  multicallAddress,
  startLocalChain,
  walletChainId,
} from './chain.ts'
export {
  type FacilitatorFault,
  facilitatorFaults,
  type LocalFacilitator,
  startFacilitator,
} from './facilitator.ts'
export { connectGrants, type GrantStruct, installGrants, type LocalGrants } from './grants.ts'
export { type Payer, payerOf, paymentHeader } from './payer.ts'
export { makeBlocks } from './block-maker.ts'
export { startWalletChain, type WalletChain } from './wallet-chain.ts'

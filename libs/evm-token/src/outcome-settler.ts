import { parseAbi } from 'viem'

export { outcomeSettlerCode } from './outcome-settler-code.ts'

const permission =
  'struct SpendPermission { address account; address spender; address token; uint160 allowance; uint48 period; uint48 start; uint48 end; uint256 salt; bytes extraData; }'

/** The contract that spends settlement grants: see contracts/OutcomeSettler.sol. */
export const outcomeSettlerAbi = parseAbi([
  permission,
  'constructor(address manager, address token, address owner, address operator, uint256 cap)',
  'function settle(bytes32 id, SpendPermission permission, bytes signature, address seller, uint160 sellerUnits, address feeRecipient, uint160 feeUnits)',
  'function release(SpendPermission permission)',
  'function settled(bytes32 id) view returns (bool)',
  'function manager() view returns (address)',
  'function token() view returns (address)',
  'function owner() view returns (address)',
  'function operator() view returns (address)',
  'function cap() view returns (uint256)',
  'function paused() view returns (bool)',
  'function setOperator(address next)',
  'function setCap(uint256 next)',
  'function setPaused(bool next)',
  'event Settled(bytes32 indexed id, address indexed account, address indexed seller, uint256 sellerUnits, address feeRecipient, uint256 feeUnits)',
  'error NotOwner()',
  'error NotOperator()',
  'error SettlerPaused()',
  'error AlreadySettled(bytes32 id)',
  'error AboveCap(uint256 units, uint256 cap)',
  'error OtherToken(address token)',
  'error TransferFailed(address to)',
])

/** What settlement uses of a permission manager (coinbase/spend-permissions); errors by which it and its accounts refuse. */
export const permissionManagerAbi = parseAbi([
  permission,
  'struct PeriodSpend { uint48 start; uint48 end; uint160 spend; }',
  'function getHash(SpendPermission permission) view returns (bytes32)',
  'function approve(SpendPermission permission) returns (bool)',
  'function approveWithSignature(SpendPermission permission, bytes signature) returns (bool)',
  'function revoke(SpendPermission permission)',
  'function isApproved(SpendPermission permission) view returns (bool)',
  'function isRevoked(SpendPermission permission) view returns (bool)',
  'function isValid(SpendPermission permission) view returns (bool)',
  'function getCurrentPeriod(SpendPermission permission) view returns (PeriodSpend)',
  'event SpendPermissionApproved(bytes32 indexed hash, SpendPermission permission)',
  'event SpendPermissionRevoked(bytes32 indexed hash, SpendPermission permission)',
  'error InvalidSender(address sender, address expected)',
  'error InvalidSignature()',
  'error UnauthorizedSpendPermission()',
  'error ExceededSpendPermission(uint256 value, uint256 allowance)',
  'error BeforeSpendPermissionStart(uint48 current, uint48 start)',
  'error AfterSpendPermissionEnd(uint48 current, uint48 end)',
])

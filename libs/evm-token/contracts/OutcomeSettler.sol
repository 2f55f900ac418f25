// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Authority that an account granted to a spender, as the permission manager defines it.
struct SpendPermission {
    address account;
    address spender;
    address token;
    uint160 allowance;
    uint48 period;
    uint48 start;
    uint48 end;
    uint256 salt;
    bytes extraData;
}

interface PermissionManager {
    function approveWithSignature(SpendPermission calldata permission, bytes calldata signature)
        external
        returns (bool);
    function spend(SpendPermission calldata permission, uint160 value) external;
    function revokeAsSpender(SpendPermission calldata permission) external;
}

interface Token {
    function transfer(address to, uint256 value) external returns (bool);
}

/// The spender of settlement grants. It pays what was earned and the fee in one transaction, once for each settlement, takes back the
/// authority that is left, and holds nothing between calls. The operator settles; the owner alone bounds and stops it.
contract OutcomeSettler {
    PermissionManager public immutable manager;
    Token public immutable token;
    address public immutable owner;
    address public operator;
    /// Most units of the token that one call moves.
    uint256 public cap;
    bool public paused;
    mapping(bytes32 id => bool) public settled;

    event Settled(
        bytes32 indexed id,
        address indexed account,
        address indexed seller,
        uint256 sellerUnits,
        address feeRecipient,
        uint256 feeUnits
    );
    event OperatorChanged(address operator);
    event CapChanged(uint256 cap);
    event PausedChanged(bool paused);

    error NotOwner();
    error NotOperator();
    error SettlerPaused();
    error AlreadySettled(bytes32 id);
    error AboveCap(uint256 units, uint256 cap);
    error OtherToken(address token);
    error TransferFailed(address to);

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner();
        _;
    }

    modifier onlyOperator() {
        if (msg.sender != operator) revert NotOperator();
        _;
    }

    constructor(PermissionManager manager_, Token token_, address owner_, address operator_, uint256 cap_) {
        (manager, token, owner, operator, cap) = (manager_, token_, owner_, operator_, cap_);
    }

    /// Pays one settlement under a permission of its buyer; with a signature the permission is approved first.
    function settle(
        bytes32 id,
        SpendPermission calldata permission,
        bytes calldata signature,
        address seller,
        uint160 sellerUnits,
        address feeRecipient,
        uint160 feeUnits
    ) external onlyOperator {
        if (paused) revert SettlerPaused();
        if (settled[id]) revert AlreadySettled(id);
        if (permission.token != address(token)) revert OtherToken(permission.token);
        uint160 units = sellerUnits + feeUnits;
        if (units > cap) revert AboveCap(units, cap);
        settled[id] = true;
        // Whether it was approved is judged by `spend`: the answer says nothing of a permission that was revoked.
        if (signature.length > 0) manager.approveWithSignature(permission, signature);
        manager.spend(permission, units);
        pay(seller, sellerUnits);
        pay(feeRecipient, feeUnits);
        manager.revokeAsSpender(permission);
        emit Settled(id, permission.account, seller, sellerUnits, feeRecipient, feeUnits);
    }

    /// Gives back a permission under which nothing will be paid.
    function release(SpendPermission calldata permission) external onlyOperator {
        manager.revokeAsSpender(permission);
    }

    function setOperator(address next) external onlyOwner {
        operator = next;
        emit OperatorChanged(next);
    }

    function setCap(uint256 next) external onlyOwner {
        cap = next;
        emit CapChanged(next);
    }

    function setPaused(bool next) external onlyOwner {
        paused = next;
        emit PausedChanged(next);
    }

    function pay(address to, uint256 units) private {
        if (units > 0 && !token.transfer(to, units)) revert TransferFailed(to);
    }
}

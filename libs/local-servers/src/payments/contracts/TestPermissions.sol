// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

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

struct PeriodSpend {
    uint48 start;
    uint48 end;
    uint160 spend;
}

/// A permission manager of tests with the published interface of the one that deployments point at, in what settlement uses of it.
contract TestPermissionManager {
    bytes32 private constant PERMISSION_TYPEHASH = keccak256(
        "SpendPermission(address account,address spender,address token,uint160 allowance,uint48 period,uint48 start,uint48 end,uint256 salt,bytes extraData)"
    );

    mapping(bytes32 hash => bool) private approvedBefore;
    mapping(bytes32 hash => bool) private revoked;
    mapping(bytes32 hash => PeriodSpend) private last;

    event SpendPermissionApproved(bytes32 indexed hash, SpendPermission permission);
    event SpendPermissionRevoked(bytes32 indexed hash, SpendPermission permission);
    event SpendPermissionUsed(
        bytes32 indexed hash, address indexed account, address indexed spender, address token, PeriodSpend spent
    );

    error InvalidSender(address sender, address expected);
    error InvalidSignature();
    error ZeroValue();
    error UnauthorizedSpendPermission();
    error ExceededSpendPermission(uint256 value, uint256 allowance);
    error BeforeSpendPermissionStart(uint48 current, uint48 start);
    error AfterSpendPermissionEnd(uint48 current, uint48 end);

    modifier onlyFrom(address expected) {
        if (msg.sender != expected) revert InvalidSender(msg.sender, expected);
        _;
    }

    function getHash(SpendPermission calldata p) public view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Spend Permission Manager"),
                keccak256("1"),
                block.chainid,
                address(this)
            )
        );
        bytes32 structHash = keccak256(
            abi.encode(
                PERMISSION_TYPEHASH,
                p.account,
                p.spender,
                p.token,
                p.allowance,
                p.period,
                p.start,
                p.end,
                p.salt,
                keccak256(p.extraData)
            )
        );
        return keccak256(abi.encodePacked("\x19\x01", domain, structHash));
    }

    function approve(SpendPermission calldata p) external onlyFrom(p.account) returns (bool) {
        return approveOnce(p);
    }

    /// False, and nothing else, for a permission that was revoked.
    function approveWithSignature(SpendPermission calldata p, bytes calldata signature) external returns (bool) {
        if (!isSigned(p.account, getHash(p), signature)) revert InvalidSignature();
        return approveOnce(p);
    }

    function revoke(SpendPermission calldata p) external onlyFrom(p.account) {
        revokeOnce(p);
    }

    function revokeAsSpender(SpendPermission calldata p) external onlyFrom(p.spender) {
        revokeOnce(p);
    }

    function spend(SpendPermission calldata p, uint160 value) external onlyFrom(p.spender) {
        if (value == 0) revert ZeroValue();
        bytes32 hash = getHash(p);
        if (!isValid(p)) revert UnauthorizedSpendPermission();
        PeriodSpend memory current = getCurrentPeriod(p);
        uint256 total = uint256(current.spend) + value;
        if (total > p.allowance) revert ExceededSpendPermission(total, p.allowance);
        current.spend = uint160(total);
        last[hash] = current;
        emit SpendPermissionUsed(
            hash, p.account, p.spender, p.token, PeriodSpend(current.start, current.end, value)
        );
        TestWallet(payable(p.account)).execute(
            p.token, 0, abi.encodeWithSignature("transfer(address,uint256)", p.spender, value)
        );
    }

    function isApproved(SpendPermission calldata p) public view returns (bool) {
        return approvedBefore[getHash(p)];
    }

    function isRevoked(SpendPermission calldata p) public view returns (bool) {
        return revoked[getHash(p)];
    }

    function isValid(SpendPermission calldata p) public view returns (bool) {
        return isApproved(p) && !isRevoked(p);
    }

    function getCurrentPeriod(SpendPermission calldata p) public view returns (PeriodSpend memory) {
        uint48 time = uint48(block.timestamp);
        if (time < p.start) revert BeforeSpendPermissionStart(time, p.start);
        if (time >= p.end) revert AfterSpendPermissionEnd(time, p.end);
        PeriodSpend memory before = last[getHash(p)];
        if (before.spend != 0 && time < before.end) return before;
        uint256 start = uint256(p.start) + ((time - p.start) / p.period) * uint256(p.period);
        uint256 end = start + p.period;
        return PeriodSpend(uint48(start), end > p.end ? p.end : uint48(end), 0);
    }

    function approveOnce(SpendPermission calldata p) private returns (bool) {
        bytes32 hash = getHash(p);
        if (revoked[hash]) return false;
        if (approvedBefore[hash]) return true;
        approvedBefore[hash] = true;
        emit SpendPermissionApproved(hash, p);
        return true;
    }

    function revokeOnce(SpendPermission calldata p) private {
        bytes32 hash = getHash(p);
        if (revoked[hash]) return;
        revoked[hash] = true;
        emit SpendPermissionRevoked(hash, p);
    }

    function isSigned(address account, bytes32 hash, bytes calldata signature) private view returns (bool) {
        if (account.code.length == 0) return account == Signatures.signer(hash, signature);
        (bool answered, bytes memory answer) = account.staticcall(
            abi.encodeWithSignature("isValidSignature(bytes32,bytes)", hash, signature)
        );
        return answered && answer.length == 32 && bytes4(abi.decode(answer, (bytes32))) == bytes4(0x1626ba7e);
    }
}

/// A wallet of tests that is a contract: it has two owners, signs by the first (ERC-1271), and does what either asks.
contract TestWallet {
    address private immutable key;
    address private immutable manager;

    error Unauthorized();

    constructor(address key_, address manager_) {
        (key, manager) = (key_, manager_);
    }

    receive() external payable {}

    function execute(address target, uint256 value, bytes calldata data) external payable {
        if (msg.sender != key && msg.sender != manager) revert Unauthorized();
        (bool done, bytes memory answer) = target.call{value: value}(data);
        if (done) return;
        assembly {
            revert(add(answer, 32), mload(answer))
        }
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        return Signatures.signer(hash, signature) == key ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

/// What a plain key of tests delegates to (EIP-7702): it signs for the address of that key (ERC-1271), and does what the key or the manager asks.
contract TestDelegate {
    address private immutable manager;

    error Unauthorized();

    constructor(address manager_) {
        manager = manager_;
    }

    receive() external payable {}

    function execute(address target, uint256 value, bytes calldata data) external payable {
        if (msg.sender != address(this) && msg.sender != manager) revert Unauthorized();
        (bool done, bytes memory answer) = target.call{value: value}(data);
        if (done) return;
        assembly {
            revert(add(answer, 32), mload(answer))
        }
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        return Signatures.signer(hash, signature) == address(this) ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

library Signatures {
    /// An address without a key, where the bytes are no signature.
    function signer(bytes32 hash, bytes calldata signature) internal pure returns (address) {
        if (signature.length != 65) return address(1);
        return ecrecover(
            hash, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64])
        );
    }
}

// SPDX-License-Identifier: Apache-2.0

import ResourceModel
import Synchronization

/// The sign-in attempts that remain for each client address.
///
/// The budget belongs to an address and not to an account: if wrong passwords locked an account,
/// anybody could lock it.
package final class AttemptBudget: Sendable {
  private struct Account {
    var left: Double
    var since: Int64
  }

  /// The number of attempts that an address may make at once.
  private let burst: Double
  /// The milliseconds after which an address gets one more attempt.
  private let step: Double
  private let addresses: Int
  private let accounts = Mutex<[String: Account]>([:])

  package init(burst: Int = 10, secondsPerAttempt: Int = 30, addresses: Int = 10_000) {
    self.burst = Double(burst)
    step = Double(secondsPerAttempt) * 1_000
    self.addresses = addresses
  }

  /// Takes an attempt; returns the seconds to wait if there is none left.
  func take(_ address: String, at now: Timestamp) -> Int? {
    accounts.withLock { accounts in
      var account = current(accounts[address], at: now)
      guard account.left >= 1 else {
        return max(1, Int(((1 - account.left) * step / 1_000).rounded(.up)))
      }
      account.left -= 1
      if accounts[address] == nil, accounts.count >= addresses { forget(&accounts, at: now) }
      accounts[address] = account
      return nil
    }
  }

  /// Gives an attempt back after a successful sign-in.
  func giveBack(_ address: String, at now: Timestamp) {
    accounts.withLock { accounts in
      var account = current(accounts[address], at: now)
      account.left = min(burst, account.left + 1)
      accounts[address] = account.left >= burst ? nil : account
    }
  }

  private func current(_ account: Account?, at now: Timestamp) -> Account {
    guard let account else { return Account(left: burst, since: now.milliseconds) }
    let passed = Double(max(0, now.milliseconds - account.since))
    return Account(left: min(burst, account.left + passed / step), since: now.milliseconds)
  }

  /// Forgets the addresses with a full budget; if there are none, those with the largest.
  private func forget(_ accounts: inout [String: Account], at now: Timestamp) {
    let left = accounts.mapValues { current($0, at: now).left }
    accounts = accounts.filter { left[$0.key] ?? burst < burst }
    guard accounts.count >= addresses else { return }
    let most = accounts.keys.sorted { left[$0] ?? 0 > left[$1] ?? 0 }.prefix(addresses / 10 + 1)
    for address in most { accounts[address] = nil }
  }
}

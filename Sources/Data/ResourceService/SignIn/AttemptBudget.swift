// SPDX-License-Identifier: Apache-2.0

import ResourceModel
import Synchronization

/// The attempts to sign in, or up, that remain for each client address, and for all of them together.
///
/// The budget belongs to an address and not to an account: if wrong passwords locked an account,
/// anybody could lock it. Guesses that are spread over many addresses use up the budget of all. Then
/// an address has one attempt where it had a burst of them, unless somebody has signed in from it
/// before: guessing is slowed, and nobody is locked out.
package final class AttemptBudget: Sendable {
  private struct Account {
    var left: Double
    var since: Int64
  }

  private struct State {
    var accounts: [String: Account] = [:]
    var total: Account?
    /// The addresses from which somebody has signed in, with the instant of the last time.
    var proven: [String: Int64] = [:]
  }

  /// The number of attempts that an address may make at once.
  private let burst: Double
  /// The milliseconds after which an address gets one more attempt.
  private let step: Double
  /// The same of all addresses together.
  private let totalBurst: Double
  private let totalStep: Double
  private let addresses: Int
  private let state = Mutex(State())

  package init(
    burst: Int = 10,
    secondsPerAttempt: Int = 30,
    totalBurst: Int = 1_000,
    totalPerSecond: Int = 2,
    addresses: Int = 10_000
  ) {
    self.burst = Double(burst)
    step = Double(secondsPerAttempt) * 1_000
    self.totalBurst = Double(totalBurst)
    totalStep = 1_000 / Double(max(1, totalPerSecond))
    self.addresses = addresses
  }

  /// Takes an attempt; returns the seconds to wait if there is none left.
  ///
  /// - Parameter address: `nil` for a client that nobody names, which has a share of the budget of all.
  func take(_ address: String?, at now: Timestamp) -> Int? {
    state.withLock { state in
      var total = current(state.total, totalBurst, totalStep, at: now)
      guard let address else {
        guard total.left >= 1 else {
          return AttemptBudget.seconds(for: 1 - total.left, totalStep)
        }
        total.left -= 1
        state.total = total
        return nil
      }
      var account = current(state.accounts[address], burst, step, at: now)
      let isSlowed = total.left < 1 && state.proven[address] == nil
      let price = isSlowed ? burst : 1
      guard account.left >= price else {
        return AttemptBudget.seconds(for: price - account.left, step)
      }
      account.left -= price
      total.left = max(0, total.left - 1)
      state.total = total
      if state.accounts[address] == nil, state.accounts.count >= addresses {
        forget(&state.accounts, at: now)
      }
      state.accounts[address] = account
      return nil
    }
  }

  /// Takes an attempt of the client of a request.
  func spend(_ request: ResourceRequest) throws(ResourceProblem) {
    guard let seconds = take(request.client, at: request.now) else { return }
    throw ResourceProblem.tooMany(seconds)
  }

  /// Gives one back to the client of a request after a successful sign-in.
  func giveBack(_ request: ResourceRequest) { giveBack(request.client, at: request.now) }

  /// The seconds until so many attempts more are left.
  private static func seconds(for attempts: Double, _ step: Double) -> Int {
    max(1, Int((attempts * step / 1_000).rounded(.up)))
  }

  /// Gives an attempt back after a successful sign-in.
  func giveBack(_ address: String?, at now: Timestamp) {
    state.withLock { state in
      var total = current(state.total, totalBurst, totalStep, at: now)
      total.left = min(totalBurst, total.left + 1)
      state.total = total
      guard let address else { return }
      var account = current(state.accounts[address], burst, step, at: now)
      account.left = min(burst, account.left + 1)
      state.accounts[address] = account.left >= burst ? nil : account
      if state.proven[address] == nil, state.proven.count >= addresses {
        let oldest = state.proven.sorted { $0.value < $1.value }.prefix(addresses / 10 + 1)
        for (address, _) in oldest { state.proven[address] = nil }
      }
      state.proven[address] = now.milliseconds
    }
  }

  private func current(
    _ account: Account?,
    _ burst: Double,
    _ step: Double,
    at now: Timestamp
  ) -> Account {
    guard let account else { return Account(left: burst, since: now.milliseconds) }
    let passed = Double(max(0, now.milliseconds - account.since))
    return Account(left: min(burst, account.left + passed / step), since: now.milliseconds)
  }

  /// Forgets addresses with a full budget; if there are none, those with the most attempts left.
  private func forget(_ accounts: inout [String: Account], at now: Timestamp) {
    let left = accounts.mapValues { current($0, burst, step, at: now).left }
    accounts = accounts.filter { left[$0.key] ?? burst < burst }
    guard accounts.count >= addresses else { return }
    let most = accounts.keys.sorted { left[$0] ?? 0 > left[$1] ?? 0 }.prefix(addresses / 10 + 1)
    for address in most { accounts[address] = nil }
  }
}

// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// The processor time that a load needs.
struct ProcessorDemand {
  typealias Need = LearnedDemands.Need
  typealias Unknown = LearnedDemands.Unknown

  /// The part that does not grow with the load.
  let constant: Double
  /// The part that grows in proportion to the load.
  let need: Need
  var levelling: Headroom.Levelling?

  /// - Parameters:
  ///   - usable: the processor time a second that may be used.
  ///   - keptAnswers: the number of answers in the cache.
  init(
    of load: TrafficLoad,
    _ learned: LearnedDemands,
    usable: Double,
    keptAnswers: Double
  ) throws(Unknown) {
    switch load.composing {
    case .asLearned:
      (constant, need) = try ProcessorDemand.asLearned(load, learned)
    case .rate(let rate):
      (constant, need) = try learned.processor(load.rates, composing: true) { fit throws(Unknown) in
        (fit.constant, try fit.need(of: load.rates, composed: rate))
      }
    case .degraded(let rate):
      self = try learned.processor(load.rates, composing: true) { fit throws(Unknown) in
        try ProcessorDemand(of: load, degraded: rate, fit, usable, keptAnswers)
      }
    }
  }

  /// Where composing, of which more or less was done in the same load, hides what requests cost, it counts
  /// as a part that does not grow with the load.
  private static func asLearned(
    _ load: TrafficLoad,
    _ learned: LearnedDemands
  ) throws(Unknown) -> (constant: Double, need: Need) {
    do throws(Unknown) {
      return try learned.processor(load.rates) { fit throws(Unknown) in
        (fit.constant, try fit.need(of: load.rates))
      }
    } catch let unknown {
      let apart = try? learned.processor(load.rates, composing: true) { fit throws(Unknown) in
        (fit.constantWithComposing, try fit.need(of: load.rates))
      }
      guard let apart else { throw unknown }
      return apart
    }
  }

  /// Answers that lack a part are composed again for each request, but none more than once in its short
  /// lifetime: the more requests there are, the fewer of them compose.
  ///
  /// - Parameter rate: requests a second for such answers.
  private init(
    of load: TrafficLoad,
    degraded rate: Double,
    _ fit: ProcessorFit,
    _ usable: Double,
    _ keptAnswers: Double
  ) throws(Unknown) {
    constant = fit.constantWithComposing
    // As if all kept answers were asked for equally often: no other distribution needs more.
    let renewals = keptAnswers / Double(Freshness.degradedSeconds)
    guard renewals > 0 else {
      need = try fit.need(of: load.rates, composed: rate)
      return
    }
    let composed = Headroom.Levelling(most: renewals, half: renewals / rate)
    let cost = Headroom.Levelling(most: renewals * fit.costOfComposing, half: composed.half)
    levelling = cost
    let value = fit.value(of: load.rates)
    guard value > 0 else { throw Unknown("not enough data: the load has no requests") }
    // The error counts at the limit, where the cost of composing matters least.
    let factor = max(1, cost.factor(beside: value, of: max(0, usable - constant)))
    let most = try fit.need(
      of: load.scaled(by: factor).rates,
      composed: fit.usualComposed + composed.value(at: factor)
    )
    need = Need(value: value, error: most.error / factor)
  }
}

extension Headroom {
  /// A need that grows with the load, ever more slowly, up to a maximum.
  struct Levelling: Sendable {
    let most: Double
    /// The multiple of the load that has half of the maximum.
    let half: Double

    func value(at factor: Double) -> Double { most * factor / (factor + half) }

    /// The multiple of the load that fits into some room, beside a need that grows in proportion to it.
    ///
    /// It is the positive solution of `need × factor + most × factor / (factor + half) = room`.
    func factor(beside need: Double, of room: Double) -> Double {
      let linear = need * half + most - room
      let root = (linear * linear + 4 * need * room * half).squareRoot()
      return (root - linear) / (2 * need)
    }
  }
}

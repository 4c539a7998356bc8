// SPDX-License-Identifier: Apache-2.0

/// A fault that a simulation plants where the real code meets its store, its peers and its disk, to show that it would
/// be found.
package enum PlantedFault: String, CaseIterable, Sendable {
  /// The store takes a repeated entry for another one.
  case namesForgotten
  /// A replica says that the entries which it does not show yet are gone.
  case gapsHidden
  /// A failover begins no epoch, and nobody compares what is known.
  case noEpoch
  /// Entries that the store lost are not given back to it.
  case notOffered
  /// Entries are told to be on the disk and are not.
  case journalUnwritten
  /// A write whose outcome is not known is taken for done.
  case unknownAsRecorded
  /// The holder of the lease does not stop at its end.
  case leaseKept
  /// The store takes outcomes of a lease that is over.
  case fencesIgnored
  /// A node has the store's time wrong by a third of a second.
  case clockWrong
  /// An edition that could not be loaded is tried again by itself.
  case refusedAgain
  /// An entry that is given back counts as new.
  case orderForgotten
  /// A node does not listen to others.
  case pushIgnored
  /// The store takes the end of a rollout for one of its steps.
  case endForgotten
  /// A node does not make the steps of rollouts.
  case stepsIgnored
  /// A start forgets that a rollout was withdrawn.
  case withdrawalForgotten
  /// A former primary passes for the present one.
  case formerPrimaryTrusted
}

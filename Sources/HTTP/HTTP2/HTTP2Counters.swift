// SPDX-License-Identifier: Apache-2.0

/// Counts of the events of a session so far.
package struct HTTP2Counters: Sendable, Equatable {
  package var streamsOpened = 0
  package var streamsRefused = 0
  package var malformedMessages = 0
  package var headsTooLarge = 0
  package var resetsReceived = 0
  package var resetsProvoked = 0
  package var settingsReceived = 0
  package var pingsReceived = 0
  package var prioritiesReceived = 0
  package var windowUpdatesReceived = 0
  package var continuationsReceived = 0
  package var emptyFramesReceived = 0
  package var ignoredFramesReceived = 0
  package var dataFramesSent = 0
  package var bodyBytesReceived = 0
  package var bodyBytesSent = 0

  package init() {}
}

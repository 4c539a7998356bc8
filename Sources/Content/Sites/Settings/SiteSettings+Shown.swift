// SPDX-License-Identifier: Apache-2.0

import Edges

extension SiteSettings {
  /// The settings but for what no answer of a document follows from, other than through its own file:
  /// its name and hosts, what is only checked, where services are, and how edges are purged.
  ///
  /// What apps must be replaced is told by the one document that apps begin with.
  package var shownInDocuments: SiteSettings {
    var shown = self
    shown.name = nil
    shown.hosts = []
    shown.apps = []
    shown.datatypes = [:]
    shown.budgets = Budgets()
    shown.roots = []
    shown.unusedTexts = []
    shown.backends = []
    shown.passes = []
    shown.redirects = []
    shown.rateLimits = []
    shown.errors = ErrorDocuments()
    for index in shown.edges.indices { shown.edges[index].purge = nil }
    return shown
  }
}

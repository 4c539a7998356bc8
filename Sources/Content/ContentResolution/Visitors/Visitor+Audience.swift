// SPDX-License-Identifier: Apache-2.0

import ContentModel

extension TokenWords {
  /// Returns the audience of a visitor; experiment arms follow from the installation.
  package func audience(of visitor: Visitor) -> Audience {
    var audience = Audience(languages: matcher.chain(for: visitor.languages))
    audience[.country] = space.atom(ofCountry: visitor.country)
    audience[.device] = space.atom(ofDevice: visitor.device)
    audience[.app] = space.atom(ofVersion: visitor.version)
    audience[.build] = space.atom(ofBuild: visitor.build)
    audience[.appName] = space.atom(ofAppName: visitor.appName)
    for (number, experiment) in experiments.enumerated() {
      let arm = experiment.arm(ofInstallation: visitor.installation)
      audience[.cohort(number)] = space.atom(ofArm: arm, in: number)
    }
    return audience
  }
}

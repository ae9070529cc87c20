module Crawler
  class Settings
    # How many pages are fetched at once.
    add_setting :concurrency, default: 4

    # Seconds between two requests to one host.
    add_setting :delay, default: 1.0

    # What the crawler calls itself.
    add_setting :user_agent, default: "crawler"

    def self.defaults
      settings.transform_values(&:default)
    end
  end
end

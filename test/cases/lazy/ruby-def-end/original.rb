# frozen_string_literal: true

module Library
  class Loan
    PERIOD = 28

    attr_reader :book, :member, :taken_on

    def initialize(book, member, taken_on)
      @book = book
      @member = member
      @taken_on = taken_on
    end

    def due_on
      taken_on + PERIOD
    end

    def overdue?(today)
      today > due_on
    end

    def to_s
      "#{book} (#{member}), due #{due_on}"
    end
  end
end

class Invoice
  attr_reader :lines

  def initialize(lines)
    @lines = lines
  end

  def total
    lines.sum(&:amount)
  end
end

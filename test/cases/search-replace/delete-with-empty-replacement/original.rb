class Invoice
  attr_reader :lines

  def initialize(lines)
    @lines = lines
  end

  def debug
    puts lines.inspect
  end

  def total
    lines.sum(&:amount)
  end
end

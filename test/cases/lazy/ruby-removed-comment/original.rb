class Post < ApplicationRecord
  belongs_to :author
  has_many :comments, dependent: :destroy

  validates :title, presence: true

  before_save :render_body
  after_commit :ping_search, on: :update

  def publish!
    update!(published_at: Time.current)
  end

  def ping_search
    SearchPing.perform_later(id)
  end

  private

  def render_body
    self.html = Markdown.render(body)
  end
end
